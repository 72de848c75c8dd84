package bot

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
)

// someBrief is any brief of a table, of few people in few chats.
func someBrief(dice *rand.Rand, id chat.TableID) brief {
	person := func() chat.PersonID { return chat.PersonID(fmt.Sprint("p", dice.IntN(6))) }
	user := func() UserID { return UserID(fmt.Sprint("net:u", dice.IntN(6))) }
	chats := []ChatID{"", "net:1", "net:1/2", "net:1/2/3", "net:12", "net:2"}
	chat := func() ChatID { return chats[dice.IntN(len(chats))] }
	x := brief{ID: id, Stage: []match.Stage{match.Open, match.Playing, match.Finished, match.Closed}[dice.IntN(4)], Chat: chat(), Host: person(),
		Created: time.Unix(dice.Int64N(1e6), 0), Over: time.Unix(dice.Int64N(1e6), 0)}
	for range dice.IntN(3) {
		x.People, x.Asked = append(x.People, person()), append(x.Asked, user())
		x.Places = append(x.Places, Place{User: user()}, Place{Chat: chat()})
		x.Spaces = append(x.Spaces, []ChatID{"net:2", "net:3"}[dice.IntN(2)])
	}
	return x
}

// TestRegister: what is found by traces is what a look at every table finds.
func TestRegister(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(1, 2))
	r, all := newRegister(), make(map[chat.TableID]brief)
	for range 3000 {
		id := chat.TableID(fmt.Sprint("t", dice.IntN(40)))
		if dice.IntN(4) == 0 {
			r.drop(id)
			delete(all, id)
		} else {
			x := someBrief(dice, id)
			r.note(x)
			all[id] = x
		}
		p := people.Person{ID: chat.PersonID(fmt.Sprint("p", dice.IntN(6))), Users: []UserID{UserID(fmt.Sprint("net:u", dice.IntN(6)))}}
		if dice.IntN(2) == 0 {
			p.Linked.All = []chat.Identity{p.Identity(), {Person: "p3", User: "net:u3"}}
		}
		in := Input{User: p.Users[0], Chat: []ChatID{"", "net:1", "net:1/2", "net:2", "net:3"}[dice.IntN(5)]}
		checkRegister(t, r, all, p, in)
	}
	for id := range all {
		r.drop(id)
	}
	if n := r.size(); n+len(r.briefs) > 0 {
		t.Errorf("%d tables and %d traces are left", len(r.briefs), n)
	}
}

func checkRegister(t *testing.T, r *register, all map[chat.TableID]brief, p people.Person, in Input) {
	t.Helper()
	ids := func(admit func(brief) bool) (found []chat.TableID) {
		for id, x := range all {
			if admit(x) {
				found = append(found, id)
			}
		}
		return slices.Sorted(slices.Values(found))
	}
	idsOf := func(found []brief) (ids []chat.TableID) {
		for _, x := range found {
			ids = append(ids, x.ID)
		}
		return slices.Sorted(slices.Values(ids))
	}
	same := func(what string, got, want []chat.TableID) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Fatalf("%s finds %v, want %v", what, got, want)
		}
	}
	same("of", idsOf(r.of(p)), ids(func(x brief) bool { return x.live() && x.seats(p) }))
	asked := func(x brief) bool { return x.Stage == match.Open && x.asks(p) }
	same("find", idsOf(r.find(tracesOfPerson(p), asked)), ids(asked))
	here := func(x brief) bool { return x.live() && x.Chat == in.Chat && in.Chat != "" }
	same("find in a chat", idsOf(r.find([]trace{in.Chat}, here)), ids(here))
	same("find in a space", idsOf(r.find([]trace{in.Chat}, func(x brief) bool { return x.isIn(in.Chat) })),
		ids(func(x brief) bool { return x.live() && x.isIn(in.Chat) }))
	same("shownAt", r.shownAt(in), ids(func(x brief) bool { return slices.ContainsFunc(x.Places, in.IsFrom) }))
	last, found := r.lastOver(p, func(x brief) bool { return x.Stage == match.Finished })
	mine := func(x brief) bool { return x.Stage == match.Finished && x.seats(p) }
	if over := ids(mine); found != (len(over) > 0) || found && !mine(last) {
		t.Fatalf("lastOver finds %v: %+v of %v", found, last, over)
	}
	for x := range maps.Values(all) {
		if mine(x) && x.Over.After(last.Over) {
			t.Fatalf("lastOver finds %+v, not %+v", last, x)
		}
	}
	for _, s := range []match.Stage{match.Open, match.Playing, match.Finished, match.Closed} {
		if n := len(ids(func(x brief) bool { return x.Stage == s })); r.count(s) != n {
			t.Fatalf("%d are %s, want %d", r.count(s), s, n)
		}
	}
}

// TestReserve: the test is given the tables going on that the traces find, and
// what it refuses isn't noted.
func TestReserve(t *testing.T) {
	t.Parallel()
	r := newRegister()
	r.note(brief{ID: "near", Stage: match.Playing, Chat: "net:1"})
	r.note(brief{ID: "over", Stage: match.Finished, Chat: "net:1"})
	r.note(brief{ID: "far", Stage: match.Playing, Chat: "net:2"})
	full := chat.Refuse("full")
	err := r.reserve(brief{ID: "next", Stage: match.Playing, Chat: "net:1"}, []trace{ChatID("net:1")}, func(next brief, others iter.Seq[brief]) error {
		if all := slices.Collect(others); next.ID != "next" || len(all) != 1 || all[0].ID != "near" {
			t.Errorf("%s is tried against %+v", next.ID, all)
		}
		return full
	})
	if !errors.Is(err, full) || r.count(match.Playing) != 2 {
		t.Errorf("%v, and %d are played", err, r.count(match.Playing))
	}
}
