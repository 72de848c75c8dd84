package match

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/engine"
)

// Erase removes the identity's ids and names.
func (t *Table) Erase(x chat.Identity) {
	t.Decks().erase(x.Person) // even if the computer replaced them
	for s := range t.Chairs {
		c := &t.Chairs[s]
		if c.User == x.User {
			c.User, c.LastActUser, c.Name, c.LastInput, c.Cut = "", "", displayname.Deleted, "", ""
			t.RematchSeats = 0 // no rematch without them
			t.Places().dismissAll(func(m Message) bool { return m.Seat == engine.Seat(s) })
		}
		if c.LastActUser == x.User {
			c.LastActUser, c.LastInput = "", ""
		}
		if c.KeptFor == x.User {
			if t.DeclinedBy == c.InvitedName {
				t.DeclinedBy = displayname.Deleted
			}
			c.KeptFor, c.InvitedName = "", displayname.Deleted
		}
		if c.FormerUser == x.User {
			c.FormerUser, c.LastInput = "", ""
			c.InvitedName, c.LeaverName = deletedIfSet(c.InvitedName), deletedIfSet(c.LeaverName)
		}
	}
	t.Places().dismissAll(func(m Message) bool { return m.Place.User == x.User })
}

// HoldsDataOf reports whether the table has the identity's data, except a farewell.
func (t *Table) HoldsDataOf(x chat.Identity) bool {
	return slices.ContainsFunc(t.Chairs, func(c Chair) bool {
		return slices.Contains([]chat.UserID{c.User, c.LastActUser, c.KeptFor, c.FormerUser}, x.User)
	}) || slices.ContainsFunc(t.Messages, func(m Message) bool { return m.Place.User == x.User && m.LastRev == 0 })
}

func deletedIfSet(name string) string {
	if name == "" {
		return ""
	}
	return displayname.Deleted
}
