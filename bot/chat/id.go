package chat

import "strings"

// UserID is a user, "platform:id". The id never changes. It begins with a letter or digit, and has no blank, "/" or
// "|".
type UserID string

// NativeID returns the platform's own id.
func (u UserID) NativeID() string { return ownID(string(u)) }

func ownID(id string) string {
	_, own, _ := strings.Cut(id, ":")
	return own
}

// Platform returns the name of the user's Platform.
func (u UserID) Platform() string { return platformOf(string(u)) }

func platformOf(id string) string {
	platform, _, _ := strings.Cut(id, ":")
	return platform
}

// ChatID is a public chat, "platform:id", or a part such as a topic, "platform:id/part".
type ChatID string

// NativeID returns the platform's own id.
func (c ChatID) NativeID() string { return ownID(string(c)) }

// Platform returns the name of the chat's Platform.
func (c ChatID) Platform() string { return platformOf(string(c)) }

// Has reports whether the place is in the chat or a part of it.
func (c ChatID) Has(p Place) bool {
	rest, ok := strings.CutPrefix(string(p.Chat), string(c))
	return ok && c != "" && (rest == "" || rest[0] == '/')
}

// Ref names a message within its place.
type Ref string

// Place is a public chat or a user's private chat.
type Place struct {
	Chat ChatID
	User UserID
}

// Platform returns the name of the place's Platform.
func (p Place) Platform() string { return platformOf(string(p.Chat) + string(p.User)) }

// AfterMove returns the chat's new id after the chat from became to.
func (c ChatID) AfterMove(from, to ChatID) ChatID {
	if !from.Has(Place{Chat: c}) {
		return c
	}
	return to + c[len(from):]
}

// PersonID is the bot's random id of a player.
type PersonID string

// ShortID returns the tag that tells namesakes apart.
func (id PersonID) ShortID() string { return "#" + strings.ToUpper(string(id))[:TagLen] }

// TagLen is a tag's number of letters.
const TagLen = 4

// TableID is a table's code.
type TableID string

// Identity is a user with the person created for them.
type Identity struct {
	Person PersonID
	User   UserID
}
