package match

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
)

// dismissSeat lets all panels of the seat say that they show the table no more.
func dismissSeat(t *Table, seat engine.Seat) {
	for i := range t.Messages {
		if t.Messages[i].Seat == seat {
			t.Messages[i].dismiss(t.Rev + 1)
		}
	}
}

// Erase takes somebody's ids and names out of the table.
func (t *Table) Erase(x chat.Identity) {
	for s := range t.Chairs {
		c := &t.Chairs[s]
		if c.User == x.User {
			c.User, c.Via, c.Name, c.Acted = "", "", speech.Deleted, ""
			t.Again = 0 // there is nobody to play it with
			dismissSeat(t, engine.Seat(s))
		}
		if c.Via == x.User {
			c.Via, c.Acted = "", ""
		}
		if c.For == x.User {
			if t.Guest == c.Guest {
				t.Guest = speech.Deleted
			}
			c.For, c.Guest = "", speech.Deleted
		}
		if c.Who == x.User {
			c.Who, c.Acted = "", ""
			c.Guest, c.Left = instead(c.Guest), instead(c.Left)
		}
	}
	for i := range t.Messages {
		if t.Messages[i].Place.User == x.User {
			t.Messages[i].dismiss(t.Rev + 1)
		}
	}
}

// Remembers says whether the table has anything of somebody but a message that tells
// them of its end.
func (t *Table) Remembers(x chat.Identity) bool {
	return slices.ContainsFunc(t.Chairs, func(c Chair) bool {
		return slices.Contains([]chat.UserID{c.User, c.Via, c.For, c.Who}, x.User)
	}) || slices.ContainsFunc(t.Messages, func(m Message) bool { return m.Place.User == x.User && m.Last == 0 })
}

// instead is what stands for the name; "" if there is none.
func instead(name string) string {
	if name == "" {
		return ""
	}
	return speech.Deleted
}
