package bot

import (
	"slices"

	"tarockbot/bot/chat"
)

// who is somebody as a table knows them: a person, with all their identities.
type who struct {
	ID     chat.PersonID
	Users  []UserID        // those that were introduced as this person
	Linked []chat.Identity // all that they are, the head first; nil if nobody is linked
}

// identities are all that they are, the head first.
func (w who) identities() []chat.Identity {
	if len(w.Linked) > 0 {
		return w.Linked
	}
	return []chat.Identity{{Person: w.ID, User: w.Users[0]}}
}

// is says whether that is the person, through whatever identity.
func (w who) is(id chat.PersonID) bool {
	return id != "" && (id == w.ID || slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.Person == id }))
}

// has says whether the user is an identity of the person.
func (w who) has(user UserID) bool {
	return slices.Contains(w.Users, user) ||
		slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.User == user })
}
