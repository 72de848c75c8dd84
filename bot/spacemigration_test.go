package bot

import (
	"encoding/json"
	"maps"
	"testing"
	"time"

	"tarockbot/bot/keep"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestGiveSpaces: what was a chat's is its server's or group's, added up where that
// has several.
func TestGiveSpaces(t *testing.T) {
	t.Parallel()
	guild, err := json.Marshal(keep.Note{Data: []byte(`["7","8"]`)})
	if err != nil {
		t.Fatal(err)
	}
	before := map[storage.Key]string{
		{Kind: keep.KindNote, ID: "discord/guild/5"}:           string(guild),
		{Kind: kindTable, ID: "a"}:                             `{"chat":"discord:7"}`,
		{Kind: kindTable, ID: "b"}:                             `{"chat":"telegram:-5/3"}`,
		{Kind: kindTable, ID: "c"}:                             `{"lang":"de"}`,
		{Kind: kindHistory, ID: "p|1"}:                         `{"chat":"discord:8"}`,
		{Kind: kindStanding, ID: "kosakeln|discord:7|p"}:       `{"person":"p","points":5,"matches":1,"won":1}`,
		{Kind: kindStanding, ID: "kosakeln|discord:8|p"}:       `{"person":"p","points":-2,"matches":2,"deals":8}`,
		{Kind: kindStanding, ID: "kosakeln|discord:9|p"}:       `{"person":"p","points":1}`,
		{Kind: kindStanding, ID: "kosakeln|%2A|p"}:             `{"person":"p","points":9}`,
		{Kind: kindStanding, ID: "kosakeln|telegram:-5%2F3|p"}: `{"person":"p","points":4}`,
		{Kind: oldChat, ID: "discord:7"}:                       `"de"`,
		{Kind: oldChat, ID: "discord:8"}:                       `"en"`,
		{Kind: oldChat, ID: "telegram:-5/3"}:                   `"en"`,
	}
	want := maps.Clone(before)
	for _, k := range []storage.Key{
		{Kind: kindStanding, ID: "kosakeln|discord:7|p"}, {Kind: kindStanding, ID: "kosakeln|discord:8|p"},
		{Kind: kindStanding, ID: "kosakeln|telegram:-5%2F3|p"},
		{Kind: oldChat, ID: "discord:7"}, {Kind: oldChat, ID: "discord:8"}, {Kind: oldChat, ID: "telegram:-5/3"},
	} {
		delete(want, k)
	}
	maps.Copy(want, map[storage.Key]string{
		{Kind: kindTable, ID: "a"}:                         `{"chat":"discord:7","space":"discord:g5"}`,
		{Kind: kindTable, ID: "b"}:                         `{"chat":"telegram:-5/3","space":"telegram:-5"}`,
		{Kind: kindHistory, ID: "p|1"}:                     `{"chat":"discord:g5"}`,
		{Kind: kindStanding, ID: "kosakeln|discord:g5|p"}:  `{"person":"p","name":"","points":3,"matches":3,"won":1,"drawn":0,"deals":8}`,
		{Kind: kindStanding, ID: "kosakeln|telegram:-5|p"}: `{"person":"p","name":"","points":4,"matches":0,"won":0,"drawn":0,"deals":0}`,
		{Kind: kindSpace, ID: "discord:g5"}:                `{"lang":"de"}`,
		{Kind: kindSpace, ID: "telegram:-5"}:               `{"lang":"en"}`,
	})

	b := &Bot{store: keep.New(memory.New(), keep.Options{Now: time.Now})}
	m := &migration{bot: b, docs: make(map[storage.Key]storage.Doc)}
	for key, data := range before {
		if err := b.store.Commit(t.Context(), storage.Doc{Key: key, Data: []byte(data)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := giveSpaces(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	got := maps.Clone(before)
	for key, doc := range m.docs {
		if got[key] = string(doc.Data); doc.Data == nil {
			delete(got, key)
		}
	}
	for key, data := range want {
		if got[key] != data {
			t.Errorf("%s is %s, want %s", key, got[key], data)
		}
		delete(got, key)
	}
	for key, data := range got {
		t.Errorf("%s is left: %s", key, data)
	}
}
