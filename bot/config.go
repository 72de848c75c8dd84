package bot

import (
	"cmp"
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/storage"
)

// Config configures a bot. Log, Random and Now are required; Run also needs Store.
type Config struct {
	Store  storage.Store
	Log    *slog.Logger
	Random io.Reader // shuffles decks and makes codes
	// Key signs decks. If nil, New makes a key that isn't stored.
	Key ed25519.PrivateKey
	Now func() time.Time
	// Language applies until a person, chat or platform sets another.
	Language string
	Limits   Limits
	Clocks   Clocks
	Bans     bans.List
	NoStakes bool
	// Pictures draws boards and hands. If nil, they are text.
	Pictures *render.Studio
	// Acting reports whether this bot may act; nil means always. A standby may have taken over.
	Acting func() bool
	// OnStopped, unless nil, is called after the last write. From then on another bot may use the store.
	OnStopped func()
	Metrics   *metrics.Metrics
	// ForgottenList lists forgotten people, because a restored backup would bring them back. It may be nil.
	ForgottenList people.ForgottenList
	Privacy       screens.Privacy
	// Players makes the computer players; nil means robot.Level.New.
	Players func(robot.Level) robot.Player
	// OtherNames replaces DataHolder.Forget for platforms that aren't running. Each function returns a user's other names.
	OtherNames map[string]func(user chat.UserID, notes map[string][]byte) []string
}

// Clocks limit how long the bot waits for people.
type Clocks struct {
	AwayDays      int // per year, for each player
	AbandonedDays int // of inactivity, before a match is closed
}

// Defaults of Clocks.
const (
	DefaultAwayDays      = 30
	DefaultAbandonedDays = 60
)

// Limits bound the use by one person or chat.
type Limits = command.Limits

// Defaults of Limits.
const (
	DefaultTablesPerChat   = 3
	DefaultTablesPerPerson = 10
	DefaultTablesPerOrigin = 20
	DefaultInputsPerPerson = 30
	DefaultInputsPerChat   = 120
)

func (c Config) withDefaults() (_ Config, err error) {
	c.Clocks.AwayDays = cmp.Or(c.Clocks.AwayDays, DefaultAwayDays)
	c.Clocks.AbandonedDays = cmp.Or(c.Clocks.AbandonedDays, DefaultAbandonedDays)
	c.Limits.TablesPerChat = cmp.Or(c.Limits.TablesPerChat, DefaultTablesPerChat)
	c.Limits.TablesPerPerson = cmp.Or(c.Limits.TablesPerPerson, DefaultTablesPerPerson)
	c.Limits.TablesPerOrigin = cmp.Or(c.Limits.TablesPerOrigin, DefaultTablesPerOrigin)
	c.Limits.InputsPerPerson = cmp.Or(c.Limits.InputsPerPerson, DefaultInputsPerPerson)
	c.Limits.InputsPerChat = cmp.Or(c.Limits.InputsPerChat, DefaultInputsPerChat)
	if c.Players == nil {
		c.Players = robot.Level.New
	}
	if c.Key == nil {
		if _, c.Key, err = ed25519.GenerateKey(nil); err != nil {
			return c, fmt.Errorf("bot: key: %w", err)
		}
	}
	c.Metrics = cmp.Or(c.Metrics, metrics.New(nil))
	if c.Acting == nil {
		c.Acting = func() bool { return true }
	}
	if c.OnStopped == nil {
		c.OnStopped = func() {}
	}
	return c, nil
}
