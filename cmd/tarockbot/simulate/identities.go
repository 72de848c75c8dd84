package main

import (
	"encoding/json"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/storage"
)

type identities struct {
	persons   map[chat.UserID]chat.PersonID
	linked    map[chat.PersonID]bool
	removed   map[chat.PersonID]bool
	forgotten map[chat.UserID]string // names of forgotten users who haven't come back
}

func newIdentities() identities {
	return identities{
		persons: make(map[chat.UserID]chat.PersonID), linked: make(map[chat.PersonID]bool),
		removed: make(map[chat.PersonID]bool), forgotten: make(map[chat.UserID]string),
	}
}

func (ids *identities) addDocument(d storage.Doc) (err error) {
	switch {
	case d.Key.Kind == people.KindLink && d.Data != nil:
		var link people.LinkEntry
		if err = json.Unmarshal(d.Data, &link); err == nil {
			ids.linked[link.Person], ids.linked[link.Into] = true, true
		}
	case d.Key.Kind == people.KindIdentity && d.Data != nil:
		var person chat.PersonID
		if err = json.Unmarshal(d.Data, &person); err == nil {
			ids.persons[chat.UserID(d.Key.ID)] = person
		}
	case d.Key.Kind == people.KindRemoved: // deleted ones, too: the person stays removed
		ids.removed[chat.PersonID(d.Key.ID)] = true
	}
	return err
}

func (ids *identities) markReturned(u chat.UserID) { delete(ids.forgotten, u) }

func (ids *identities) markForgotten(u chat.UserID, name string) { ids.forgotten[u] = name }

// seatCanDiffer reports whether a table may store the user's seat under a linked account, or under nobody after a
// request to be forgotten.
func (ids *identities) seatCanDiffer(u chat.UserID) bool {
	person := ids.persons[u]
	return ids.linked[person] || ids.removed[person]
}
