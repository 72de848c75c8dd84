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

// Services are what commands work with.
type Services struct {
	Language
	Log       *slog.Logger
	Now       func() time.Time
	Random    io.Reader
	Running   context.Context // while the bot runs
	PerChat   int             // how many matches may run in a chat at once, where nothing else is set
	PerPerson int             // how many tables one person may have
	PerOrigin int             // how many that were opened from one Input.Origin may go on
	AwayDays  int             // how many days of a year somebody may be away
	Banned    func(people.Person) bool
	Bars      func(chat.ChatID, people.Person) error // why somebody isn't listened to there
	Fallback  string                                 // the language where nobody says one
	Metrics   *metrics.Metrics
	Store     *keep.Store
	Platforms map[string]chat.Platform
	People    *people.People
	Standings *standing.Standings
	Histories tables.Histories
	Spaces    *spaces.Spaces
	Facts     *tables.Facts
	Dealer    *tables.Dealer
	Tables    *tables.Tables
	Posts     *posts.Posts
	Eraser    *privacy.Eraser
	Files     privacy.Files // that are being made
	Clock     *tables.Clock
	Outbox    *outbox.Outbox
	origins   origins
	Guesses   *guesses
}
