package match

import (
	"slices"

	"tarockbot/bot/chat"
)

// Who is somebody as a table knows them: a person, with all their identities.
type Who struct {
	ID     chat.PersonID
	Users  []chat.UserID   // those that were introduced as this person
	Linked []chat.Identity // all that they are, the head first; nil if nobody is linked
}

// Identities are all that they are, the head first.
func (w Who) Identities() []chat.Identity {
	if len(w.Linked) > 0 {
		return w.Linked
	}
	return []chat.Identity{{Person: w.ID, User: w.Users[0]}}
}

// Is says whether that is the person, through whatever identity.
func (w Who) Is(id chat.PersonID) bool {
	return id != "" && (id == w.ID || slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.Person == id }))
}

// Has says whether the user is an identity of the person.
func (w Who) Has(user chat.UserID) bool {
	return slices.Contains(w.Users, user) ||
		slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.User == user })
}
