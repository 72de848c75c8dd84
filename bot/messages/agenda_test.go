package messages

import (
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/digest"
	"tarockbot/engine"
)

func TestConcernsDigest(t *testing.T) {
	t.Parallel()
	const id = "abcd2345"
	digestOf := func(call, postedCall int) digest.Digest {
		return digest.Digest{Plan: digest.Plan{Calls: map[chat.TableID]int{id: call}, PostedCalls: map[chat.TableID]int{id: postedCall}}}
	}
	live := func(t *match.Table, _ engine.Seat) { t.Setup.Pace = match.LivePace }
	for _, tt := range []struct {
		name    string
		digest  digest.Digest
		edit    func(*match.Table, engine.Seat) // nil for no change
		present bool
		place   string // "" for the panel of the seat to move
		want    bool
	}{
		{name: "a game that should enter the digest", want: true},
		{name: "a game whose player is present", present: true, edit: func(t *match.Table, s engine.Seat) { t.Chairs[s].RaisedAt = t.Touched.Unix() }},
		{name: "a live game, which can't enter the digest", edit: live},
		{name: "a game that stays in the digest", digest: digestOf(2, 2)},
		{name: "a listed game with a newer call", digest: digestOf(1, 1), want: true},
		{name: "a listed game whose call isn't posted", digest: digestOf(2, 1), want: true},
		{name: "a listed game that should leave the digest", digest: digestOf(2, 2), edit: live, want: true},
		{name: "a board", place: "board"},
		{name: "another place", place: "other"},
		{name: "a panel without a seat", edit: func(t *match.Table, s engine.Seat) { t.Messages[s].Seat = engine.Nobody }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			table, s := r.table()
			if tt.edit != nil {
				tt.edit(table, s)
			}
			player := table.Chairs[s]
			if tt.present {
				r.Presence.Record(player.Person, r.clock)
			}
			if tt.digest.Calls != nil {
				r.put(digest.KindDigest, string(player.Person), tt.digest)
				r.must(r.Digests.Load(t.Context()))
			}
			place := map[string]chat.Place{"": {User: player.User}, "board": {Chat: "net:club"}, "other": {User: "net:carl"}}[tt.place]
			a := &agenda{Messages: r.Messages, calls: r.Pages.calls}
			if a.concernsDigest(id, place) {
				t.Error("a table that isn't in memory concerns a digest")
			}
			r.open(table).Unlock()
			if got := a.concernsDigest(id, place); got != tt.want {
				t.Errorf("concernsDigest is %v, want the opposite", got)
			}
		})
	}
}
