package digest

import (
	"context"
	"time"

	"tarockbot/bot/chat"
)

// Reader is a person who gets digests.
type Reader struct {
	All   []chat.Identity // the head first
	Quiet bool            // the person doesn't want to be called now
}

// head returns the reader's head, which is the digest's id.
func (r Reader) head() chat.PersonID { return r.All[0].Person }

// Game is a slow game that waits for a reader.
type Game struct {
	Table chat.TableID
	Place chat.Place                                     // where the reader is called to the game
	Call  int                                            // the number of the call
	Held  bool                                           // the call is held back
	Entry func(platform string) (chat.Line, chat.Button) // returns the game's entry in a digest on the platform
}

// Agenda knows which games wait for people, and renders digests.
type Agenda interface {
	// Reader returns the person with that head.
	Reader(ctx context.Context, head chat.PersonID) (Reader, error)
	// Games returns the games that a digest may list for the reader, most urgent first. It locks tables.
	Games(ctx context.Context, r Reader) []Game
	// Screen returns the digest's screen. Without games it says that no game waits now.
	Screen(r Reader, d Digest, games []Game) chat.Screen
	// Refresh shows the reader's panels of the table again, because the table's own call starts or stops.
	Refresh(ctx context.Context, table chat.TableID, r Reader)
	// WakeAt sets an alarm at which the reader's games are gathered again.
	WakeAt(ctx context.Context, r Reader, at time.Time) error
	// IsBeingForgotten reports whether the user is being forgotten.
	IsBeingForgotten(user chat.UserID) bool
}
