package tables

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
)

func randomSummary(dice *rand.Rand, id chat.TableID) Summary {
	person := func() chat.PersonID { return chat.PersonID(fmt.Sprint("p", dice.IntN(6))) }
	user := func() chat.UserID { return chat.UserID(fmt.Sprint("net:u", dice.IntN(6))) }
	chats := []chat.ChatID{"", "net:1", "net:1/2", "net:1/2/3", "net:12", "net:2"}
	where := func() chat.ChatID { return chats[dice.IntN(len(chats))] }
	x := Summary{ID: id, Stage: []match.Stage{match.Open, match.Playing, match.Finished, match.Closed}[dice.IntN(4)], Chat: where(), Host: person(),
		Created: time.Unix(dice.Int64N(1e6), 0), EndedAt: time.Unix(dice.Int64N(1e6), 0)}
	for range dice.IntN(3) {
		x.People, x.InvitedUsers = append(x.People, person()), append(x.InvitedUsers, user())
		x.Places = append(x.Places, chat.Place{User: user()}, chat.Place{Chat: where()})
		x.Spaces = append(x.Spaces, []chat.ChatID{"net:2", "net:3"}[dice.IntN(2)])
	}
	return x
}

// TestIndex compares the index with a scan of all tables.
func TestIndex(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(1, 2))
	r, all := newIndex(), make(map[chat.TableID]Summary)
	for range 3000 {
		id := chat.TableID(fmt.Sprint("t", dice.IntN(40)))
		if dice.IntN(4) == 0 {
			r.Remove(id)
			delete(all, id)
		} else {
			x := randomSummary(dice, id)
			r.Update(x)
			all[id] = x
		}
		p := people.Person{Account: people.Account{ID: chat.PersonID(fmt.Sprint("p", dice.IntN(6))), Users: []chat.UserID{chat.UserID(fmt.Sprint("net:u", dice.IntN(6)))}}}
		if dice.IntN(2) == 0 {
			p.Linked.All = []chat.Identity{p.Identity(), {Person: "p3", User: "net:u3"}}
		}
		in := chat.Input{User: p.Users[0], Chat: []chat.ChatID{"", "net:1", "net:1/2", "net:2", "net:3"}[dice.IntN(5)]}
		checkIndex(t, r, all, p, in)
	}
	for id := range all {
		r.Remove(id)
	}
	if n := r.KeyCount(); n+len(r.summaries) > 0 {
		t.Errorf("%d tables and %d keys are left", len(r.summaries), n)
	}
}

func checkIndex(t *testing.T, r *Index, all map[chat.TableID]Summary, p people.Person, in chat.Input) {
	t.Helper()
	ids := func(admit func(Summary) bool) (found []chat.TableID) {
		for id, x := range all {
			if admit(x) {
				found = append(found, id)
			}
		}
		return slices.Sorted(slices.Values(found))
	}
	idsOf := func(found []Summary) (ids []chat.TableID) {
		for _, x := range found {
			ids = append(ids, x.ID)
		}
		return slices.Sorted(slices.Values(ids))
	}
	checkIDs := func(what string, got, want []chat.TableID) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Fatalf("%s finds %v, want %v", what, got, want)
		}
	}
	checkIDs("ActiveOf", idsOf(r.ActiveOf(p)), ids(func(x Summary) bool { return x.IsActive() && x.HasSeated(p) }))
	asked := func(x Summary) bool { return x.Stage == match.Open && x.HasInvited(p) }
	checkIDs("FindActive by person", idsOf(r.FindActive(KeysOf(p), asked)), ids(asked))
	here := func(x Summary) bool { return x.IsActive() && x.Chat == in.Chat && in.Chat != "" }
	checkIDs("FindActive in a chat", idsOf(r.FindActive([]Key{ChatKey(in.Chat)}, here)), ids(here))
	checkIDs("FindActive in a space", idsOf(r.FindActive([]Key{ChatKey(in.Chat)}, func(x Summary) bool { return x.IsIn(in.Chat) })),
		ids(func(x Summary) bool { return x.IsActive() && x.IsIn(in.Chat) }))
	checkIDs("ShownAt", r.ShownAt(in), ids(func(x Summary) bool { return slices.ContainsFunc(x.Places, in.IsFrom) }))
	last, found := r.LastEnded(p, func(x Summary) bool { return x.Stage == match.Finished })
	mine := func(x Summary) bool { return x.Stage == match.Finished && x.HasSeated(p) }
	if over := ids(mine); found != (len(over) > 0) || found && !mine(last) {
		t.Fatalf("LastEnded finds %v: %+v of %v", found, last, over)
	}
	for x := range maps.Values(all) {
		if mine(x) && x.EndedAt.After(last.EndedAt) {
			t.Fatalf("LastEnded finds %+v, not %+v", last, x)
		}
	}
}

func TestReserve(t *testing.T) {
	t.Parallel()
	r := newIndex()
	r.Update(Summary{ID: "near", Stage: match.Playing, Chat: "net:1"})
	r.Update(Summary{ID: "over", Stage: match.Finished, Chat: "net:1"})
	r.Update(Summary{ID: "far", Stage: match.Playing, Chat: "net:2"})
	full := chat.Refuse("full")
	next := Summary{ID: "next", Stage: match.Playing, Chat: "net:1"}
	err := r.Reserve(next, []Key{ChatKey("net:1")}, func(others []Summary) error {
		if len(others) != 1 || others[0].ID != "near" {
			t.Errorf("Reserve checks against %+v", others)
		}
		return full
	})
	if !errors.Is(err, full) || len(r.All(Summary.IsActive)) != 2 {
		t.Errorf("got %v, and %d tables are active", err, len(r.All(Summary.IsActive)))
	}
}
