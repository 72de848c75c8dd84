// Package chat is the port between the bot and chat networks: what people do comes
// in as an [Input], and what they see goes out as a [Screen] at a [Place]. Begin with
// [Platform], which each network implements. What is true of a network it tells in its
// [Traits]; whatever it can do besides is an interface of its own.
package chat

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Platform is the port to one chat network. It moves inputs to the bot and
// screens to people, and knows no rules.
type Platform interface {
	// Name is the prefix of the platform's ids: "local", "discord".
	Name() string
	// Traits is what is true of the platform now.
	Traits() Traits
	// Run serves the network until ctx ends, handing every input to handle.
	// Inputs may be handed in concurrently. Its error, which names the
	// platform, ends the bot: no other try would mend it.
	Run(ctx context.Context, handle Handler) error
	// Show makes the screen the content of the message old in the place, or posts a new
	// one if old is empty, and returns the message's Ref. Errors: ErrGone (post anew),
	// ErrBlocked (nobody can be reached there), RetryAfter (not now), ErrRefused (never
	// so), Migrated (the chat has another id). A Ref beside an error: the message stands
	// as it should, only who is called by it hasn't been yet. Show is called for many
	// messages at once, for each one at a time.
	Show(ctx context.Context, place Place, old Ref, screen Screen) (Ref, error)
}

// Directory is implemented by a platform that knows who is there.
type Directory interface {
	// Find is the user whom somebody means by what is typed after @, which may be their
	// UserID.Own: buttons name people so.
	Find(ctx context.Context, mention string) (user UserID, name string, ok bool)
}

// Linker is implemented by a platform on which somebody elsewhere can be told how
// to take a challenge, or to see a deal.
type Linker interface {
	// Link is an address that says the line there, such as "accept abcd2345": https://…,
	// or else what is to be typed; "" if there is none, or while that isn't known.
	Link(line string) string
}

// CommandFormatter is implemented by a platform where people don't type to the bot just
// what they say.
type CommandFormatter interface {
	// FormatCommand is what is typed there to say the line; "" if nothing can be.
	FormatCommand(line string) string
}

// Housemates is implemented by a platform that can tell that two of its users may
// be one person: what they play with each other isn't rated.
type Housemates interface {
	// Together says whether the users act from one place, such as one browser.
	Together(ctx context.Context, a, b UserID) (bool, error)
}

// Administered is implemented by a platform that can be asked who may change the
// settings of a server or group, if an act there doesn't tell.
type Administered interface {
	// Administers says whether the user may, in a space of the platform's own. The
	// error is of the network.
	Administers(ctx context.Context, space ChatID, user UserID) (bool, error)
}

// Successor is implemented by a platform of which one bot can take over from another without a gap,
// because both are connected for a while.
type Successor interface {
	// Connect connects, until ctx ends, before Run: what comes then waits for Run.
	Connect(ctx context.Context)
	// Ready is closed once it is connected.
	Ready() <-chan struct{}
	// Leave leaves what comes to the other bot, and waits until all that came before is
	// answered, or for the end of ctx.
	Leave(ctx context.Context)
}

// Locator is implemented by a platform that can name a chat so that people find it.
type Locator interface {
	// Locate is the address of a chat of the space; "" if it has none.
	Locate(space, chat ChatID) string
}

// Remembers is implemented by a platform that keeps something of people, in its
// notes or in memory. The bot finds the notes of its platform that name a user: by
// all data or the end of the key, behind a slash, or by the id anywhere: by UserID.Own
// alone only if that is no word, which could be somebody's name.
type Remembers interface {
	// Recall is what is kept of the user, by name, to be shown to them as JSON:
	// without secrets, and without others.
	Recall(user UserID, notes map[string][]byte) map[string]any
	// Forget drops what is in memory of the user, who is never to be written to again
	// because of that, and says what else they are called in notes. Those that name them
	// are deleted afterwards, and must not come back by what is still in memory.
	Forget(ctx context.Context, user UserID, notes map[string][]byte) (names []string)
}

// Expiring is implemented by a platform whose notes give people what they lose again
// unless they use it, such as a name.
type Expiring interface {
	// Expires is the user of whom the note is, if they are to be forgotten in case they
	// have never sat at a table.
	Expires(key string, data []byte) (user UserID, lapses bool)
}

// Errors a platform's Show returns; test with errors.Is.
var (
	// ErrGone: the message does not exist any more; a new one is wanted.
	ErrGone = errors.New("bot: message is gone")
	// ErrBlocked: the bot may not write in the place.
	ErrBlocked = errors.New("bot: blocked in this place")
	// ErrNotNow is a Handler's: the bot can decide nothing now, whatever the input is. It is
	// to be handed in again later.
	ErrNotNow = errors.New("bot: nothing can be decided now")
	// ErrUnsent: the network hasn't got what was to be sent, or has refused it.
	ErrUnsent = errors.New("bot: was not sent")
	// ErrRefused: the network has refused what was to be sent, and would again. It
	// is an ErrUnsent.
	ErrRefused = fmt.Errorf("bot: refused for good: %w", ErrUnsent)
)

// RetryAfter is the error of a Show that the network wants later. Other places
// are shown meanwhile.
type RetryAfter struct {
	Wait   time.Duration
	Unsent bool // the platform knows of the wait by itself: nothing was sent, and Wait is exact
}

func (e RetryAfter) Error() string { return "bot: the network asks to wait " + e.Wait.String() }

// Migrated is the error of a Show in a chat that goes on under another id.
type Migrated struct{ To ChatID }

func (e Migrated) Error() string { return "bot: the chat is now " + string(e.To) }

// Handler decides one input. It returns when the input's effect is durable: the platform
// may then confirm it. After an error, nothing has happened: it may be handed in again.
type Handler func(ctx context.Context, in Input) (Answer, error)

// Notes is a platform's own small memory in the bot's store.
type Notes interface {
	// Read returns what is kept under the key; nil if nothing is.
	Read(ctx context.Context, key string) ([]byte, error)
	// Claim keeps the data if the key is free, and says whether it was.
	Claim(ctx context.Context, key string, data []byte) (bool, error)
	// Write keeps the data under the key, whatever was there.
	Write(ctx context.Context, key string, data []byte) error
}

// Traits is what is true of a platform. The zero value is a network with plain
// messages that is always there.
type Traits struct {
	// Forgets says that messages don't outlive the process: the bot shows everything
	// again after a start.
	Forgets bool
	// Lazy says that a screen's picture is drawn when somebody looks at it: no screen
	// waits for one.
	Lazy bool
	// Felt says that it lays out what lies on a table itself; see Screen.Felt.
	Felt bool
	// Translates says that it shows each reader of a public message that in their own
	// language; see Screen.Others.
	Translates bool
	// Threads says that each match can have a thread; see Screen.Thread.
	Threads bool
	// OnlyPrivate says that somebody can play only in the private chat, which they have
	// to open themselves: in public they can see their cards, but not choose any.
	OnlyPrivate bool
	// Rations says that messages may be changed only so often: a panel's picture shows nothing of a
	// half-made choice, which is marked on the buttons, and follows when its reader pauses.
	Rations bool
	// Connection is whether the platform has its network at this moment. The other
	// traits stay as they are.
	Connection Connection
}

// Lull is how long nothing must change in a message until the picture follows its words, on a platform that
// Rations its messages.
const Lull = 700 * time.Millisecond

// Connection is whether a platform has its network.
type Connection int

// The connections.
const (
	NotNeeded    Connection = iota // there is no network that could be lost
	Connected                      // people are heard and can be told
	Disconnected                   // neither
)

// ConnectedIf is Connected, or else Disconnected.
func ConnectedIf(is bool) Connection {
	if is {
		return Connected
	}
	return Disconnected
}
