package bot

import (
	"context"
	"io"
	"log/slog"
	"time"

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

// services are what commands work with.
type services struct {
	language
	log       *slog.Logger
	now       func() time.Time
	random    io.Reader
	running   context.Context // while the bot runs
	perChat   int             // how many matches may run in a chat at once, where nothing else is set
	perPerson int             // how many tables one person may have
	perOrigin int             // how many that were opened from one Input.Origin may go on
	awayDays  int             // how many days of a year somebody may be away
	banned    func(people.Person) bool
	bars      func(ChatID, people.Person) error // why somebody isn't listened to there
	usual     string                            // the language where nobody says one
	metrics   *metrics.Metrics
	store     *keep.Store
	platforms map[string]Platform
	people    *people.People
	standings *standing.Standings
	histories tables.Histories
	spaces    *spaces.Spaces
	facts     *tables.Facts
	dealer    *tables.Dealer
	tables    *tables.Tables
	posts     *posts.Posts
	eraser    *privacy.Eraser
	files     privacy.Files // that are being made
	clock     *tables.Clock
	outbox    *outbox.Outbox
	origins   origins
	guesses   *guesses
}
