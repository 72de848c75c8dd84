package messages

import (
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
)

func TestRecipientsInChats(t *testing.T) {
	t.Parallel()
	const first, second = "net:club", "net:pub"
	for _, tt := range []struct {
		name    string
		lost    []engine.Seat // whose panels are lost: 0 for the seat to move, 1 for the other
		prepare func(r *rig, users []chat.UserID)
		edit    func(t *match.Table, board func(chat.ChatID) *match.Message) // nil for no change
		want    map[chat.ChatID]engine.Seat
	}{
		{name: "everybody can be reached", want: map[chat.ChatID]engine.Seat{}},
		{name: "an unreachable player, in the first chat", lost: []engine.Seat{0}, want: map[chat.ChatID]engine.Seat{first: 0}},
		{
			name: "an unreachable player, in the chat where they were active", lost: []engine.Seat{0}, want: map[chat.ChatID]engine.Seat{second: 0},
			prepare: func(r *rig, users []chat.UserID) {
				r.config.People.ActiveMembers.RecordActive(second, users[0], people.Person{})
			},
		},
		{
			name: "not in a chat that is lost", lost: []engine.Seat{0}, want: map[chat.ChatID]engine.Seat{second: 0},
			edit: func(_ *match.Table, board func(chat.ChatID) *match.Message) { board(first).Lost = true },
		},
		{
			name: "not on another network", lost: []engine.Seat{0}, want: map[chat.ChatID]engine.Seat{},
			edit: func(_ *match.Table, board func(chat.ChatID) *match.Message) {
				board(first).Place.Chat, board(second).Place.Chat = "slash:club", "slash:pub"
			},
		},
		{name: "nobody, if no one waits", lost: []engine.Seat{0}, want: map[chat.ChatID]engine.Seat{},
			edit: func(t *match.Table, _ func(chat.ChatID) *match.Message) { t.Stage = match.Closed }},
		{name: "one of two unreachable players, in the order of their panels", lost: []engine.Seat{0, 1}, want: map[chat.ChatID]engine.Seat{first: 0}},
		{
			name: "the absent one of two unreachable players", lost: []engine.Seat{0, 1}, want: map[chat.ChatID]engine.Seat{first: 1},
			prepare: func(r *rig, users []chat.UserID) {
				r.Presence.Record(r.config.Facts.PersonOf(users[0]).ID, r.clock)
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			table, mover := r.table()
			table.Messages.Add(chat.Place{Chat: second}, engine.Nobody)
			seats := []engine.Seat{mover, 1 - mover}
			if mover == 1 { // make the mover's panel the first
				table.Messages[0], table.Messages[1] = table.Messages[1], table.Messages[0]
			}
			var users []chat.UserID
			for _, s := range seats {
				users = append(users, table.Chairs[s].User)
				table.Chairs[s].RaisedAt = r.clock.Add(-time.Minute).Unix()
			}
			table.Chairs[mover].Reminded = match.TimeUp
			for _, i := range tt.lost {
				table.Messages.In(chat.Place{User: users[i]}).Lost = true
			}
			if tt.prepare != nil {
				tt.prepare(r, users)
			}
			boards := map[chat.ChatID]*match.Message{first: table.Messages.In(chat.Place{Chat: first}), second: table.Messages.In(chat.Place{Chat: second})}
			if tt.edit != nil {
				tt.edit(table, func(at chat.ChatID) *match.Message { return boards[at] })
			}
			for at, m := range boards {
				called, found := r.Pages.calls.recipientOf(table, *m)
				want, wanted := tt.want[at]
				if found != wanted || found && called.Place.User != users[want] {
					t.Errorf("in %s, got recipient %s, found %v; want seat index %d, found %v", at, called.Place.User, found, want, wanted)
				}
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	table, s := r.table()
	w, facts := r.Readers.TongueIn("net", "en"), r.config.Facts
	for _, tt := range []struct {
		name, zone string
		edit       func(*match.Chair)
		want       string // "" for no deadline
	}{
		{"in the bot's zone", "", func(*match.Chair) {}, "Sun 1 Mar, 14:00 (Vienna)"},
		{"in the reader's zone", "Asia/Tokyo", func(*match.Chair) {}, "Sun 1 Mar, 22:00 (Tokyo)"},
		{"unlimited", "", func(c *match.Chair) { c.Timer.Platform = "" }, ""},
		{"over", "", func(c *match.Chair) { c.Reminded = match.TimeUp }, ""},
	} {
		c := &table.Chairs[s]
		*c = match.Chair{User: c.User, Timer: match.Timer{Platform: "net", LeftMillis: time.Hour.Milliseconds(), Since: facts.ConnectedTime("net").Milliseconds()}}
		tt.edit(c)
		reader := r.person("net:carl", func(p *people.Account) { p.Zone = tt.zone })
		got := ""
		if at := r.Pages.calls.deadline(table, s, reader, w); at != nil {
			got = at.Text
		}
		if got != tt.want {
			t.Errorf("%s: got deadline %q, want %q", tt.name, got, tt.want)
		}
	}
}
