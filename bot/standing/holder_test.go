package standing

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage/memory"
)

// alone are people of whom each has one account and wants to be listed.
type alone struct{}

func (alone) Accounts(account chat.PersonID) []chat.PersonID { return []chat.PersonID{account} }

func (alone) Listed(context.Context, chat.PersonID) (bool, error) { return true, nil }

// TestHolders: somebody is told of their standings and rivals, these by name, and of no ids
// of others. Who is erased is on no board, and keeps nothing but the log of matches; what
// others have reached stays.
func TestHolders(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), keep.New(memory.New(), keep.Options{})
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	st := New(store, func() time.Time { return now }, alone{})
	m := &Match{Table: "t", Rules: "kosakeln/bamberger", Ended: now, Scope: "net:club", Deals: 2, Seats: []Seat{{Person: "p", Total: 7, Won: true}, {Person: "pp", Total: -7}}}
	docs, err := st.Ended(ctx, "kosakeln", m, nil)
	if err == nil {
		err = store.Commit(ctx, docs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	who := chat.Identity{Person: "p", User: "net:anna"}
	d := keep.NewDisclosure(who, []chat.Identity{who})
	d.Names = func(_ context.Context, people []chat.PersonID) (names []string, err error) {
		for _, id := range people {
			names = append(names, "Mr "+string(id))
		}
		return names, nil
	}
	for _, h := range st.Holders() {
		if h.Tell == nil {
			continue
		}
		if err := h.Tell(ctx, d); err != nil {
			t.Fatal(err)
		}
	}
	told, err := json.Marshal(d.Fields)
	if want := `{"rivals":[{"user":"net:anna","game":"kosakeln","rival":"Mr pp","points":7,"matches":1,"won":1,"deals":2}],"rivalsLeft":0}`; err != nil || string(told) != want {
		t.Errorf("told %s, %v, want %s", told, err, want)
	}
	var own struct {
		Standings map[string]map[string]json.RawMessage
		Styles    map[string]json.RawMessage
	}
	told, err = json.Marshal(d.Each[0])
	if err != nil || json.Unmarshal(told, &own) != nil || own.Standings["kosakeln"]["scopes"] == nil || own.Standings["kosakeln"]["today"] != nil || own.Styles["kosakeln"] == nil {
		t.Errorf("told %s, %v", told, err)
	}
	for range 2 { // it may be done again
		for _, h := range st.Holders() {
			if h.Erase == nil {
				continue
			}
			if err := h.Erase(ctx, &keep.Erasure{Identity: who}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for kind, want := range map[string][]string{KindStanding: {"pp|kosakeln"}, KindRival: {"pp|p|kosakeln"}, KindStyle: {"pp|kosakeln"}, KindMatch: {"kosakeln|000000000001"}} {
		var left []string
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			left = append(left, doc.Key.ID)
		}
		if !slices.Equal(left, want) {
			t.Errorf("of %s %q are left, want %q", kind, left, want)
		}
	}
	board := Board{By: ByPoints, Game: "kosakeln", Scope: Everywhere}
	if places, err := board.After(ctx, store, "", 10); err != nil || len(places) != 1 || places[0].Person != "pp" {
		t.Errorf("on the board are %v, %v", places, err)
	}
}
