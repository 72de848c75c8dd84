package chat

import "strings"

// UserID is a user of a platform, "platform:id". The id is the platform's own stable one, never a name that a person can
// change. It begins with a letter or digit, and holds no blank, "/" or "|".
type UserID string

// Own returns the platform's own id.
func (u UserID) Own() string { return ownID(string(u)) }

// ownID returns the part of the id behind the platform.
func ownID(id string) string {
	_, own, _ := strings.Cut(id, ":")
	return own
}

// Platform returns the name of the user's Platform.
func (u UserID) Platform() string { return platformOf(string(u)) }

// platformOf returns the part of the id before the platform's own.
func platformOf(id string) string {
	platform, _, _ := strings.Cut(id, ":")
	return platform
}

// ChatID is a public chat on a platform, "platform:id", or a part of one, such as a topic: "platform:id/part".
type ChatID string

// Own returns the platform's own id.
func (c ChatID) Own() string { return ownID(string(c)) }

// Platform returns the name of the chat's Platform.
func (c ChatID) Platform() string { return platformOf(string(c)) }

// Has reports whether the place is in the chat or in a part of it.
func (c ChatID) Has(p Place) bool {
	rest, ok := strings.CutPrefix(string(p.Chat), string(c))
	return ok && c != "" && (rest == "" || rest[0] == '/')
}

// Ref names a message within its place. Its form is the platform's. "" is no message.
type Ref string

// Place is where a message stands: a public chat, or a user's private chat. Exactly one of the two is set.
type Place struct {
	Chat ChatID
	User UserID
}

// Platform returns the name of the place's Platform: what its id has before the colon.
func (p Place) Platform() string { return platformOf(string(p.Chat) + string(p.User)) }

// MovedFrom returns the chat's new id after the chat from became to. A chat outside of from keeps its id.
func (c ChatID) MovedFrom(from, to ChatID) ChatID {
	if !from.Has(Place{Chat: c}) {
		return c
	}
	return to + c[len(from):]
}

// PersonID is the bot's own random id of a player. Linked identities keep an id each; see package people.
type PersonID string

// ShortID returns the tag that tells people with the same name apart.
func (id PersonID) ShortID() string { return "#" + strings.ToUpper(string(id))[:TagLen] }

// TagLen is how many letters of an id a tag has.
const TagLen = 4

// TableID is the code of a table. People type it and pass it on.
type TableID string

// Identity is a platform's user, with the person that was created for it.
type Identity struct {
	Person PersonID
	User   UserID
}
