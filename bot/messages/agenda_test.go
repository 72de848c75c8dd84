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
	listed := func(call, told int) digest.Digest {
		return digest.Digest{Plan: digest.Plan{Calls: map[chat.TableID]int{id: call}, PostedCalls: map[chat.TableID]int{id: told}}}
	}
	live := func(t *match.Table, _ engine.Seat) { t.Setup.Pace = match.LivePace }
	for _, tt := range []struct {
		name  string
		d     digest.Digest
		edit  func(*match.Table, engine.Seat) // nil for no change
		here  bool
		place string // "" for the panel of the seat to move
		want  bool
	}{
		{name: "a game that should enter it", want: true},
		{name: "one whose player is present", here: true, edit: func(t *match.Table, s engine.Seat) { t.Chairs[s].RaisedAt = t.Touched.Unix() }},
		{name: "one that can't enter it", edit: live},
		{name: "one that stays in it", d: listed(2, 2)},
		{name: "one with a newer call", d: listed(1, 1), want: true},
		{name: "one that isn't announced", d: listed(2, 1), want: true},
		{name: "one that should leave it", d: listed(2, 2), edit: live, want: true},
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
			if tt.here {
				r.Presence.Record(player.Person, r.clock)
			}
			if tt.d.Calls != nil {
				r.put(digest.KindDigest, string(player.Person), tt.d)
				r.must(r.Digests.Load(t.Context()))
			}
			place := map[string]chat.Place{"": {User: player.User}, "board": {Chat: "net:club"}, "other": {User: "net:carl"}}[tt.place]
			a := &agenda{Messages: r.Messages, calls: r.Pages.calls}
			if a.concernsDigest(id, place) {
				t.Error("a table that isn't in memory concerns a digest")
			}
			r.open(table).Unlock()
			if got := a.concernsDigest(id, place); got != tt.want {
				t.Errorf("concernsDigest is %v", got)
			}
		})
	}
}
