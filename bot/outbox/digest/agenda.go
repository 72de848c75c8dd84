package digest

import (
	"context"
	"time"

	"tarockbot/bot/chat"
)

// Reader is a person who gets digests.
type Reader struct {
	Identities   []chat.Identity // the head first
	InQuietHours bool
}

func (r Reader) head() chat.PersonID { return r.Identities[0].Person }

// Game is a slow game that waits for a reader.
type Game struct {
	Table        chat.TableID
	Place        chat.Place
	Call         int
	CallHeldBack bool
	Entry        func(platform string) (chat.Line, chat.Button) // renders the game's line and button
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
	// ScheduleGather sets an alarm that gathers the reader's games.
	ScheduleGather(ctx context.Context, r Reader, at time.Time) error
	IsBeingForgotten(user chat.UserID) bool
}
