// Package chat is the port between the bot and chat networks. Start reading at [Platform], which each network
// implements. Each further ability of a network is an interface of its own.
package chat

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Platform connects the bot to one chat network. It knows no rules.
type Platform interface {
	// Name returns the prefix of the platform's ids, such as "discord". The page's is "local".
	Name() string
	Traits() Traits
	// Run serves the network until ctx ends, and calls handle concurrently. An error ends the bot, so Run returns one
	// only if a retry can't help.
	Run(ctx context.Context, handle Handler) error
	// Show edits message old, or posts a new one if old is empty, and returns its Ref. Errors: ErrGone (post again),
	// ErrBlocked (nobody can be reached), RetryAfter (not now), ErrRefused (never in this form), Migrated. If a Ref
	// comes with an error, the message is current and only its notification failed. Show is called concurrently, but
	// not twice at a time for one message.
	Show(ctx context.Context, place Place, old Ref, screen Screen) (Ref, error)
}

// Directory is a platform that knows its users.
type Directory interface {
	// Find finds the user by the text typed after @, or by UserID.NativeID.
	Find(ctx context.Context, mention string) (user UserID, name string, ok bool)
}

// Linker is a platform with links that open a challenge or a deal.
type Linker interface {
	// Link returns an address, https://…, that sends the line, or the text to type; "" if there is none.
	Link(line string) string
}

// CommandFormatter is a platform where people type another form of the line. The form is empty if they can't type it.
type CommandFormatter interface {
	FormatCommand(line string) string
}

// SharedDeviceDetector is a platform that knows whether two users act from one place, such as one browser.
type SharedDeviceDetector interface {
	ShareDevice(ctx context.Context, a, b UserID) (bool, error)
}

// Administered is a platform that knows who may change the settings of a space.
type Administered interface {
	Administers(ctx context.Context, space ChatID, user UserID) (bool, error)
}

// HandoverPlatform is a platform that can hand over without a gap, because two bots may be connected at once.
type HandoverPlatform interface {
	// Connect connects before Run, until ctx ends. Inputs that arrive wait for Run.
	Connect(ctx context.Context)
	// Ready returns a channel that is closed once the platform is connected.
	Ready() <-chan struct{}
	// Leave passes new inputs to the other bot and waits for answers to earlier ones, or until ctx ends.
	Leave(ctx context.Context)
}

// Locator is a platform whose chats can have addresses.
type Locator interface {
	Locate(space, chat ChatID) string
}

// DataHolder is a platform that keeps data about people. A note is about a user if its data, or its key behind a slash,
// is UserID.NativeID, or if it contains the UserID. A UserID.NativeID that is no word counts anywhere.
type DataHolder interface {
	// Disclose returns the user's data by name, without secrets or data about others.
	Disclose(user UserID, notes map[string][]byte) map[string]any
	// Forget drops the user from memory and returns their other names in notes. The bot deletes those notes; the
	// platform must not write them again.
	Forget(ctx context.Context, user UserID, notes map[string][]byte) (names []string)
}

// Expiring is a platform whose notes can expire, such as names.
type Expiring interface {
	// Expires returns the note's user, and whether to forget that user if they never sat at a table.
	Expires(key string, data []byte) (user UserID, expires bool)
}

// Errors of platforms and handlers.
var (
	ErrGone    = errors.New("bot: message is gone")
	ErrBlocked = errors.New("bot: blocked in this place")
	// ErrNotNow is a Handler's error. The platform passes the input to the Handler again later.
	ErrNotNow = errors.New("bot: nothing can be decided now")
	// ErrUnsent means that the network didn't get or accept the message.
	ErrUnsent = errors.New("bot: was not sent")
	// ErrRefused is an ErrUnsent that a retry can't mend.
	ErrRefused = fmt.Errorf("bot: refused for good: %w", ErrUnsent)
)

// RetryAfter is Show's error when the network asks to wait.
type RetryAfter struct {
	Wait   time.Duration
	Unsent bool // nothing was sent; Wait is exact
}

func (e RetryAfter) Error() string { return "bot: the network asks to wait " + e.Wait.String() }

// Migrated is Show's error for a chat with a new id.
type Migrated struct{ To ChatID }

func (e Migrated) Error() string { return "bot: the chat is now " + string(e.To) }

// Handler decides one input. It returns once the effect is durable. After an error nothing has happened, and the input
// may be passed again.
type Handler func(ctx context.Context, in Input) (Answer, error)

// Notes is a platform's part of the bot's store.
type Notes interface {
	Read(ctx context.Context, key string) ([]byte, error)
	// Claim stores the data if the key is free, and reports whether it was.
	Claim(ctx context.Context, key string, data []byte) (bool, error)
	Write(ctx context.Context, key string, data []byte) error
}

// Traits describe a platform. The zero value is a network with plain messages that is always connected.
type Traits struct {
	// LosesMessages: the bot shows all messages again after a start.
	LosesMessages bool
	// DrawsLazily: pictures are drawn when somebody looks at them.
	DrawsLazily bool
	// LaysOutCards: the platform lays out a table's cards itself.
	LaysOutCards bool
	// Translates: each reader sees a public message in their own language.
	Translates bool
	Threads    bool
	// OnlyPrivate: people play only in the private chat, which they must open themselves.
	OnlyPrivate bool
	// LimitsEdits: the network limits edits. A panel's picture waits for PictureDelay.
	LimitsEdits bool
	// Connection can change; the other traits can't.
	Connection Connection
}

// PictureDelay is how long a message must stay unchanged before its picture is updated.
const PictureDelay = 700 * time.Millisecond

// Connection tells whether a platform has its network.
type Connection int

// The connections.
const (
	ConnectionNotNeeded Connection = iota
	Connected
	Disconnected
)

// ConnectedIf returns Connected or Disconnected.
func ConnectedIf(is bool) Connection {
	if is {
		return Connected
	}
	return Disconnected
}
