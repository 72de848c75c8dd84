package chat

import (
	"cmp"
)

// Happening is what an input tells besides what a person says. Only a platform
// can tell it; no line that a person sends can.
type Happening int

// The happenings.
const (
	Said      Happening = iota // Line is what a person said or pressed
	Joined                     // the bot is in Chat now
	Removed                    // the bot is in Chat no more, or User has blocked it
	Moved                      // Chat goes on as To
	Reachable                  // User can be written to in private now; without a User, Chat again
)

// Input is what a person did: a slash command, a button or a typed line alike;
// or what happened to the bot.
type Input struct {
	ID   string // unique per act; the same ID again is the same act
	User UserID
	Name string // the name shown for the user, other people's text
	Lang string // the user's language as the platform tells it, BCP 47, or ""
	Chat ChatID // where it happened; "" in private
	// Origin is where the user is on the net, if many users can be one person there:
	// they share a limit. It is kept nowhere. "" is nowhere in particular.
	Origin string
	// Space is the server or group that Chat is a part of; "" if it is none, and so
	// its own.
	Space ChatID
	// SpaceLang is the language of the space as the platform tells it, BCP 47, or "".
	SpaceLang string
	Admin     bool   // the person may change the settings of the space, as the act itself tells
	Line      string // "challenge @bert kosakeln", "do X7K2P4QA 17 play XXI"
	What      Happening
	Mute      bool   // the bot may not write in Chat
	To        ChatID // where Chat has moved
}

// Home is what the input's chat belongs to: a server or group, or the chat by
// itself; "" in private.
func (in Input) Home() ChatID { return cmp.Or(in.Space, in.Chat) }

// Platform is the name of the Platform that the input comes from.
func (in Input) Platform() string { return in.Place().Platform() }

// Place is where the input comes from: its chat, or the private side of who says
// something in private.
func (in Input) Place() Place {
	if in.Chat != "" {
		return Place{Chat: in.Chat}
	}
	return Place{User: in.User}
}

// IsFrom says whether the place is where the input comes from, or within it.
func (in Input) IsFrom(p Place) bool {
	if in.Chat != "" {
		return in.Chat.Has(p)
	}
	return p == in.Place()
}
