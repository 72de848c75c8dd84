package command

import (
	"context"
	"io"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/metrics"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/posts"
	"tarockbot/bot/privacy"
	"tarockbot/bot/spaces"
	"tarockbot/bot/standing"
	"tarockbot/bot/tables"
)

// Services are what commands work with: the parts of the house, each with what it is
// asked for.
type Services struct {
	Language
	Log     *slog.Logger
	Now     func() time.Time
	Random  io.Reader       // codes of tables come from it
	Running context.Context // while the bot runs
	Metrics *metrics.Metrics

	// Limits: matches that run in a chat at once where nothing else is set, tables of one
	// person, tables going on that were opened from one Input.Origin, days of a year that
	// somebody may be away.
	PerChat, PerPerson, PerOrigin, AwayDays int

	Banned   func(people.Person) bool               // whom the operator doesn't let play
	Bars     func(chat.ChatID, people.Person) error // why somebody isn't listened to there
	Fallback string                                 // the language where nobody says one

	Platforms map[string]chat.Platform // by name; they change no more once the bot runs
	Store     *keep.Store
	People    *people.People
	Standings *standing.Standings
	Histories tables.Histories
	Spaces    *spaces.Spaces
	Clock     *tables.Clock
	Facts     *tables.Facts
	Tables    *tables.Tables
	Dealer    *tables.Dealer
	Posts     *posts.Posts
	Outbox    *outbox.Outbox
	Eraser    *privacy.Eraser
	Files     privacy.Files // those that are being made

	origins origins
	guesses guesses
}
