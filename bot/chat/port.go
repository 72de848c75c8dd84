// Package chat is the port between the bot and chat networks. An [Input] is what a person does; a [Screen] at a [Place]
// is what people see. Begin with [Platform], which each network implements. [Traits] describe a network; each further
// ability is an interface of its own.
package chat

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Platform is the port to one chat network. It moves inputs to the bot and screens to people, and knows no rules.
type Platform interface {
	// Name returns the prefix of the platform's ids: "discord". The page's is "local", its stored name.
	Name() string
	// Traits returns what is true of the platform now.
	Traits() Traits
	// Run serves the network until ctx ends, and hands every input to handle, also concurrently. An error ends the bot
	// and names the platform: Run returns it only if a retry can't help.
	Run(ctx context.Context, handle Handler) error
	// Show edits message old in the place to show the screen, or posts a new one if old is empty. It returns the
	// message's Ref. Errors: ErrGone (post anew), ErrBlocked (nobody can be reached there), RetryAfter (not now),
	// ErrRefused (never in this form), Migrated (the chat has another id). If a Ref comes with an error, the message is
	// current and only its call failed. Show is called concurrently for different messages, never for one message twice
	// at a time.
	Show(ctx context.Context, place Place, old Ref, screen Screen) (Ref, error)
}

// Directory is a platform that knows its users.
type Directory interface {
	// Find finds the user by the text that was typed after @. It may be their UserID.Own, which buttons use.
	Find(ctx context.Context, mention string) (user UserID, name string, ok bool)
}

// Linker is a platform with links that people elsewhere can open to take a challenge or see a deal.
type Linker interface {
	// Link returns an address, https://…, that sends the line, such as "accept abcd2345", or else the text to type. It
	// returns "" if there is none or it isn't known yet.
	Link(line string) string
}

// CommandFormatter is a platform where people don't type the bare line.
type CommandFormatter interface {
	// FormatCommand returns the text that people type for the line; "" if they can't type it.
	FormatCommand(line string) string
}

// Housemates is a platform that can tell that two of its users may be one person. Their matches aren't rated.
type Housemates interface {
	// Together reports whether the users act from one place, such as one browser.
	Together(ctx context.Context, a, b UserID) (bool, error)
}

// Administered is a platform that can be asked for the administrators of a server or group, for inputs that don't tell.
type Administered interface {
	// Administers reports whether the user may change the settings of the space. The error is the network's.
	Administers(ctx context.Context, space ChatID, user UserID) (bool, error)
}

// Successor is a platform that can hand over without a gap: two bots may be connected at once.
type Successor interface {
	// Connect connects before Run, until ctx ends. Inputs that arrive wait for Run.
	Connect(ctx context.Context)
	// Ready returns a channel that is closed once the platform is connected.
	Ready() <-chan struct{}
	// Leave passes new inputs to the other bot and waits until earlier ones are answered, or ctx ends.
	Leave(ctx context.Context)
}

// Locator is a platform whose chats have addresses.
type Locator interface {
	// Locate returns the address of a chat of the space; "" if it has none.
	Locate(space, chat ChatID) string
}

// Remembers is a platform that keeps data about people, in its notes or in memory. The bot finds the notes about a user:
// those whose whole data, or whose key behind a slash, is UserID.Own, and those with the UserID anywhere. UserID.Own
// counts anywhere only if it is no word, because a word could be somebody's name.
type Remembers interface {
	// Recall returns what is kept of the user, by name, for their export as JSON. It contains no secrets and nothing
	// about others.
	Recall(user UserID, notes map[string][]byte) map[string]any
	// Forget drops all memory of the user, so that nothing is written to them because of it, and returns their other
	// names in notes. The bot then deletes the notes with those names. The platform must not write them again from
	// memory.
	Forget(ctx context.Context, user UserID, notes map[string][]byte) (names []string)
}

// Expiring is a platform whose notes give people something that they lose unless they use it, such as a name.
type Expiring interface {
	// Expires reports whether the note belongs to a user who is to be forgotten if they never sat at a table, and
	// returns that user.
	Expires(key string, data []byte) (user UserID, expires bool)
}

// Errors of platforms and handlers; test with errors.Is.
var (
	// ErrGone: the message no longer exists; post a new one.
	ErrGone = errors.New("bot: message is gone")
	// ErrBlocked: the bot may not write in the place.
	ErrBlocked = errors.New("bot: blocked in this place")
	// ErrNotNow is a Handler's: the bot can decide no input now. Hand the input in again later.
	ErrNotNow = errors.New("bot: nothing can be decided now")
	// ErrUnsent: the network didn't get the message or answer, or refused it.
	ErrUnsent = errors.New("bot: was not sent")
	// ErrRefused: the network refused the message or answer and would refuse it again. It is an ErrUnsent.
	ErrRefused = fmt.Errorf("bot: refused for good: %w", ErrUnsent)
)

// RetryAfter is Show's error when the network asks to wait. The bot updates other places meanwhile.
type RetryAfter struct {
	Wait   time.Duration
	Unsent bool // the platform knew of the wait and sent nothing; Wait is exact
}

func (e RetryAfter) Error() string { return "bot: the network asks to wait " + e.Wait.String() }

// Migrated is Show's error for a chat that has another id now.
type Migrated struct{ To ChatID }

func (e Migrated) Error() string { return "bot: the chat is now " + string(e.To) }

// Handler decides one input. It returns once the input's effect is durable, so that the platform may confirm it. After an
// error nothing has happened, and the input may be handed in again.
type Handler func(ctx context.Context, in Input) (Answer, error)

// Notes is a platform's own small part of the bot's store.
type Notes interface {
	// Read returns the data under the key; nil if there are none.
	Read(ctx context.Context, key string) ([]byte, error)
	// Claim stores the data if the key is free, and reports whether it was.
	Claim(ctx context.Context, key string, data []byte) (bool, error)
	// Write stores the data under the key and replaces any there.
	Write(ctx context.Context, key string, data []byte) error
}

// Traits describe a platform. The zero value is a network with plain messages that is always connected.
type Traits struct {
	// Forgets: messages don't outlive the process, and the bot shows all of them again after a start.
	Forgets bool
	// Lazy: pictures are drawn when somebody looks at them, and no screen waits for one.
	Lazy bool
	// Felt: the platform lays out the cards of a table itself; see Screen.Felt.
	Felt bool
	// Translates: each reader sees a public message in their own language; see Screen.Others.
	Translates bool
	// Threads: each match can have a thread; see Screen.Thread.
	Threads bool
	// OnlyPrivate: people play only in the private chat, which they must open themselves. In public they can see their
	// cards but not choose any.
	OnlyPrivate bool
	// Rations: the network limits edits of messages. A draft choice is marked on the buttons at once; the panel's picture
	// shows it when its reader pauses for Lull.
	Rations bool
	// Connection tells whether the platform has its network at this moment. The other traits never change.
	Connection Connection
}

// Lull is how long a message must stay unchanged before its picture is updated, on a platform that Rations messages.
const Lull = 700 * time.Millisecond

// Connection tells whether a platform has its network.
type Connection int

// The connections.
const (
	NotNeeded    Connection = iota // there is no network that could be lost
	Connected                      // people are heard and can be told
	Disconnected                   // neither
)

// ConnectedIf returns Connected or Disconnected.
func ConnectedIf(is bool) Connection {
	if is {
		return Connected
	}
	return Disconnected
}
