package main

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/storage"
)

// identities records which users have linked their accounts, and whom the bot has forgotten or shall forget.
type identities struct {
	anyLinked bool                   // somebody has linked accounts
	persons   map[chat.UserID]string // the stored person of each user
	removed   map[string]bool        // persons with a request to be forgotten
	forgotten map[chat.UserID]string // names of forgotten people who haven't come back
}

// newIdentities returns the identities of people whom the bot doesn't know yet.
func newIdentities() identities {
	return identities{persons: make(map[chat.UserID]string), removed: make(map[string]bool), forgotten: make(map[chat.UserID]string)}
}

// record records a stored document if it is about identities.
func (ids *identities) record(d storage.Doc) {
	switch {
	case d.Key.Kind == people.KindLink:
		ids.anyLinked = true
	case d.Key.Kind == people.KindIdentity && d.Data != nil:
		ids.persons[chat.UserID(d.Key.ID)] = strings.Trim(string(d.Data), `"`)
	case d.Key.Kind == people.KindRemoved:
		ids.removed[d.Key.ID] = true
	}
}

// recordForgotten records that the bot has forgotten the input's person, and reports whether it has. A repeated input isn't
// recorded, because an earlier delivery may have erased the person already, and the bot may know them again.
func (ids *identities) recordForgotten(in *inputRecord, a chat.Answer) bool {
	if a.Refused || in.deliveries > 1 || firstWord(in.Line) != "forget" || !strings.HasSuffix(in.Line, " yes") {
		return false
	}
	ids.forgotten[in.User] = in.Name
	return true
}

// seatCanDiffer reports whether a table may store the user's seat without the user: under a linked account, or under
// nobody after a request to be forgotten. After the first link it is true for every user.
func (ids *identities) seatCanDiffer(u chat.UserID) bool {
	return ids.anyLinked || ids.removed[ids.persons[u]]
}
