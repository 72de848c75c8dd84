package chat

import "cmp"

// Input is what a person did, by a slash command, a button or a typed line alike, or an event on the network.
type Input struct {
	ID   string // unique; an input with the same ID is the same act, delivered again
	User UserID
	Name string // the name shown for the user, other people's text
	Lang string // the user's language as the platform tells it, BCP 47, or ""
	Chat ChatID // where it happened; "" in private
	// Origin is the user's address on the net, where one person can easily be many users: they share a rate limit.
	// It is never stored. "" is no particular one.
	Origin string
	// Space is the server or group that Chat is a part of; "" if it is a part of none.
	Space ChatID
	// SpaceLang is the space's language as the platform tells it, BCP 47, or "".
	SpaceLang string
	Admin     bool   // the act itself tells that the person may change the settings of the space
	Line      string // "challenge @bert kosakeln", "do X7K2P4QA 17 play XXI"
	What      Event
	Mute      bool   // the bot may not write in Chat
	To        ChatID // where Chat has moved
}

// Event is the kind of an input. Only a platform can report the others than Said; no line that a person sends can.
type Event int

// The events.
const (
	Said      Event = iota // a person said or pressed Line
	Joined                 // the bot is in Chat now
	Removed                // the bot is no longer in Chat, or User has blocked it
	Moved                  // the id of Chat is To now
	Reachable              // User can be reached in private now; without a User, Chat can be reached again
)

// Home returns the server or group that the input's chat belongs to, or the chat if it belongs to none; "" in private.
func (in Input) Home() ChatID { return cmp.Or(in.Space, in.Chat) }

// Platform returns the name of the Platform that the input comes from.
func (in Input) Platform() string { return in.Place().Platform() }

// Place returns the place that the input comes from: its chat, or the user's private chat.
func (in Input) Place() Place {
	if in.Chat != "" {
		return Place{Chat: in.Chat}
	}
	return Place{User: in.User}
}

// IsFrom reports whether the place is the one that the input comes from, or a part of it.
func (in Input) IsFrom(p Place) bool {
	if in.Chat != "" {
		return in.Chat.Has(p)
	}
	return p == in.Place()
}
