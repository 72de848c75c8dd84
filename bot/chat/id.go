package chat

import (
	"strings"
)

// UserID is one identity on one platform, "platform:id". The id is the
// platform's own stable one, never a name that a person can change.
type UserID string

// Platform is the name of the Platform that the identity is on.
func (u UserID) Platform() string { return Place{User: u}.Platform() }

// ChatID is one public chat on one platform, "platform:id", or a part of one,
// such as a topic: "platform:id/part".
type ChatID string

// Has says whether the place is in the chat or in a part of it.
func (c ChatID) Has(p Place) bool {
	rest, ok := strings.CutPrefix(string(p.Chat), string(c))
	return ok && c != "" && (rest == "" || rest[0] == '/')
}

// Ref names a message within its place, as the platform likes. "" is none.
type Ref string

// Place is where a message stands: a public chat, or a person's private side.
// Exactly one of the two is set.
type Place struct {
	Chat ChatID
	User UserID
}

// Platform is the name of the place's Platform, before the colon of its id.
func (p Place) Platform() string {
	name, _, _ := strings.Cut(string(p.Chat)+string(p.User), ":")
	return name
}

// Moved is where the chat is once c goes on as to; the chat itself if it isn't
// in c.
func (c ChatID) Moved(chat, to ChatID) ChatID {
	if !c.Has(Place{Chat: chat}) {
		return chat
	}
	return to + chat[len(c):]
}

// PersonID is one player. Of identities that are linked, each keeps its own;
// see package people.
type PersonID string

// ShortID tells people with the same name apart.
func (id PersonID) ShortID() string { return "#" + strings.ToUpper(string(id))[:TagLen] }

// TagLen is how many letters of an id tell people apart.
const TagLen = 4

// TableID is the code of a table, which people type and pass on.
type TableID string

// Identity is one platform's user, with the person that it was introduced as.
type Identity struct {
	Person PersonID
	User   UserID
}
