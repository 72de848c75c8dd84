package command

import (
	"context"
	"io"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/messages"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/ratelimit"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/past"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/bot/upkeep/privacy"
)

// Services holds the parts of the bot that commands use.
type Services struct {
	Language Language
	Limits   Limits
	AwayDays int
	Log      *slog.Logger
	Now      func() time.Time
	Running  context.Context // canceled when the bot stops

	Platforms map[string]chat.Platform // by name; constant while the bot runs
	Store     *documents.Store
	People    *people.People
	Archive   past.Archive
	Spaces    *spaces.Spaces
	Tables    *tables.Tables
	Messages  *messages.Messages
	Outbox    *outbox.Outbox

	Challenges ChallengeServices
	Account    AccountServices
}

// ChallengeServices serves commands that propose matches.
type ChallengeServices struct {
	Random   io.Reader
	Bans     *bans.List
	NoStakes bool // nobody may play for money
}

// AccountServices serves commands about personal data.
type AccountServices struct {
	Eraser  *privacy.Eraser
	Files   privacy.FileLimiter // running exports
	Privacy screens.Privacy

	guesses *ratelimit.Limiter[chat.UserID] // of linking codes
}

// NewAccountServices returns AccountServices. Each user may try five codes, then one a minute.
func NewAccountServices(page screens.Privacy, eraser *privacy.Eraser) AccountServices {
	return AccountServices{Eraser: eraser, Files: privacy.NewFileLimiter(), Privacy: page, guesses: ratelimit.New[chat.UserID](5, time.Minute)}
}

// Limits protect the bot from one person or chat. Package bot applies the limits on inputs.
type Limits struct {
	TablesPerChat   int // running matches, unless the space sets another limit
	TablesPerPerson int // active tables
	TablesPerOrigin int // active tables opened from one Input.Origin
	InputsPerPerson int // a burst; refilled in ten quiet seconds
	InputsPerChat   int // a burst; refilled in ten quiet seconds
}
