package digest

import (
	"context"
	"time"

	"tarockbot/bot/chat"
)

// Reader is a person who gets digests.
type Reader struct {
	All   []chat.Identity // the reader's identities, the head first
	Quiet bool
}

func (r Reader) head() chat.PersonID { return r.All[0].Person }

// Game is a slow game that waits for a reader.
type Game struct {
	Table chat.TableID
	Place chat.Place
	Call  int
	Held  bool                                           // the call is held back
	Entry func(platform string) (chat.Line, chat.Button) // renders the game's line and button
}

// Agenda knows the games that wait for people, and renders digests.
type Agenda interface {
	Reader(ctx context.Context, head chat.PersonID) (Reader, error)
	// Games returns the reader's games, most urgent first. It locks tables.
	Games(ctx context.Context, r Reader) []Game
	// Screen renders the digest. It accepts an empty list of games.
	Screen(r Reader, d Digest, games []Game) chat.Screen
	// Refresh shows the reader's panels again, because the table's own call is now needed or no longer needed.
	Refresh(ctx context.Context, table chat.TableID, r Reader)
	// WakeAt sets an alarm to gather the reader's games.
	WakeAt(ctx context.Context, r Reader, at time.Time) error
	IsBeingForgotten(user chat.UserID) bool
}
