package tables

import (
	"context"
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

type oneBrowser struct{ chat.Platform }

func (oneBrowser) ShareDevice(_ context.Context, a, b chat.UserID) (bool, error) {
	sameBrowser := []chat.UserID{"net:anna", "net:bert"}
	return slices.Contains(sameBrowser, a) && slices.Contains(sameBrowser, b), nil
}

func TestWhyUnrated(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{Now: time.Now})
	ps := people.New(store, rand.Reader, time.Now, func(chat.PersonID, string) []storage.Doc { return nil })
	for _, user := range []chat.UserID{"net:anna", "net:bert", "net:carl", "net:dora"} {
		_, err := ps.Resolve(t.Context(), chat.Input{User: user})
		if err == nil && user == "net:dora" {
			_, err = ps.Change(t.Context(), user, func(p *people.Account) { p.Ranking = standing.RankingOff })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	d := Dealer{Config{People: ps, Now: time.Now, Platforms: map[string]chat.Platform{"net": oneBrowser{}}}}
	for _, tt := range []struct {
		users []chat.UserID
		want  standing.UnratedReason
	}{
		{[]chat.UserID{"net:anna", "net:carl"}, ""},
		{[]chat.UserID{"net:anna", "net:stranger", "net:bert"}, standing.UnratedSharedDevice},
		{[]chat.UserID{"net:stranger", "net:dora"}, standing.UnratedOff},
	} {
		var table match.Table
		for _, user := range tt.users {
			table.Chairs = append(table.Chairs, match.Chair{User: user})
		}
		if got, err := d.WhyUnrated(t.Context(), &table); got != tt.want || err != nil {
			t.Errorf("%v: got %q, %v, want %q", tt.users, got, err, tt.want)
		}
	}
}
