package match

import (
	"slices"

	"tarockbot/bot/chat"
)

// Participant is a person as a table knows them, with all their identities.
type Participant struct {
	ID     chat.PersonID
	Users  []chat.UserID   // the accounts of this person id
	Linked []chat.Identity // all linked identities, the head first; nil if there are none
}

// Identities returns all identities of the person, the head first.
func (w Participant) Identities() []chat.Identity {
	if len(w.Linked) > 0 {
		return w.Linked
	}
	return []chat.Identity{{Person: w.ID, User: w.Users[0]}}
}

// Is reports whether the id is the person, through any identity.
func (w Participant) Is(id chat.PersonID) bool {
	return id != "" && (id == w.ID || slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.Person == id }))
}

// Has reports whether the user is an identity of the person.
func (w Participant) Has(user chat.UserID) bool {
	return slices.Contains(w.Users, user) ||
		slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.User == user })
}
