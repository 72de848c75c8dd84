package match

import (
	"slices"

	"tarockbot/bot/chat"
)

// Participant is a person with all identities.
type Participant struct {
	ID     chat.PersonID
	Users  []chat.UserID   // the accounts of ID
	Linked []chat.Identity // the head first, or nil
}

// Identities returns all identities, the head first.
func (w Participant) Identities() []chat.Identity {
	if len(w.Linked) > 0 {
		return w.Linked
	}
	return []chat.Identity{{Person: w.ID, User: w.Users[0]}}
}

// Is reports whether the id belongs to the person.
func (w Participant) Is(id chat.PersonID) bool {
	return id != "" && (id == w.ID || slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.Person == id }))
}

// Has reports whether the user belongs to the person.
func (w Participant) Has(user chat.UserID) bool {
	return slices.Contains(w.Users, user) ||
		slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.User == user })
}
