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

// Services holds the parts of the bot that commands work with.
type Services struct {
	Language Language
	Limits   Limits
	Log      *slog.Logger
	Now      func() time.Time
	Running  context.Context // while the bot runs

	Platforms map[string]chat.Platform // by name; they change no more once the bot runs
	Store     *documents.Store
	People    *people.People
	Archive   past.Archive
	Spaces    *spaces.Spaces
	Tables    *tables.Tables
	Messages  *messages.Messages
	Outbox    *outbox.Outbox

	Offers  Offers
	Account Account
}

// Offers holds what only the commands need that propose matches and answer challenges.
type Offers struct {
	Random io.Reader // codes of tables come from it
	Bans   *bans.List

	origins tables.Origins
}

// Account holds what the commands need that concern the person's own data.
type Account struct {
	Eraser  *privacy.Eraser
	Files   privacy.Files   // exports that are being made
	Privacy screens.Privacy // what the bot tells of its operator and of people's data

	guesses *ratelimit.Limiter[chat.UserID] // of codes for linking
}

// NewAccount returns an Account. Each user may try five codes at once, and then one a minute.
func NewAccount(told screens.Privacy, eraser *privacy.Eraser) Account {
	return Account{Eraser: eraser, Files: privacy.NewFiles(), Privacy: told, guesses: ratelimit.New[chat.UserID](5, time.Minute)}
}

// Limits bound what people can begin.
type Limits struct {
	PerChat   int  // matches that run in a chat at once where nothing else is set
	PerPerson int  // tables of one person
	PerOrigin int  // tables going on that were opened from one Input.Origin
	AwayDays  int  // days of a year that somebody may be away
	NoStakes  bool // nobody may play for money
}
