package chat

import "cmp"

// Input is a person's act or an event on the network.
type Input struct {
	ID   string // if an act is delivered again, it has the same ID
	User UserID
	Name string // as the network sends it; untrusted
	Lang string // BCP 47, or ""
	Chat ChatID // "" in private
	// Origin is the user's address on the net. Users with one address share a rate limit. It is never stored.
	Origin string
	// Space is the server or group of Chat; "" for none.
	Space ChatID
	// SpaceLang is BCP 47, or "".
	SpaceLang string
	Admin     bool   // may change the settings of the space
	Line      string // such as "challenge @bert kosakeln"
	What      Event
	BotMuted  bool   // the bot may not write in Chat
	MovedTo   ChatID // Chat's new id
}

// Event is the kind of an input. A person can only cause EventSaid.
type Event int

// The events.
const (
	EventSaid       Event = iota // typed or pressed
	EventBotJoined               // the bot is in Chat now
	EventBotRemoved              // the bot left Chat, or User blocked it
	EventChatMoved               // MovedTo is Chat's new id
	EventReachable               // the bot can reach User now, or Chat if User is ""
)

// Home returns the input's Space, else its chat.
func (in Input) Home() ChatID { return cmp.Or(in.Space, in.Chat) }

// Platform returns the name of the input's Platform.
func (in Input) Platform() string { return in.Place().Platform() }

// Place returns the input's chat, or the user's private chat.
func (in Input) Place() Place {
	if in.Chat != "" {
		return Place{Chat: in.Chat}
	}
	return Place{User: in.User}
}

// IsFrom reports whether the place is the input's, or a part of it.
func (in Input) IsFrom(p Place) bool {
	if in.Chat != "" {
		return in.Chat.Has(p)
	}
	return p == in.Place()
}
