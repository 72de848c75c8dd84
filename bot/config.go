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

// Config is what a bot is made of. Log, Random and Now are required, and Store for a bot that runs.
type Config struct {
	Store  storage.Store
	Log    *slog.Logger
	Random io.Reader // crypto/rand.Reader; decks and codes come from it
	// Key signs the decks, so that anybody can check them; nil makes one that is gone with the bot.
	Key ed25519.PrivateKey
	Now func() time.Time // the clock; running time is counted by its monotonic reading, if it has one
	// Language is one of words.Languages. People and chats have it until they choose one or their platform tells one.
	Language string
	Limits   Limits
	Clocks   Clocks
	Bans     bans.List
	NoStakes bool // players can't agree on the worth of a game point
	// Pictures draws boards and hands; nil shows them in words alone.
	Pictures *render.Studio
	// Acting reports whether this bot holds the right to act; nil means always. A standby may have
	// taken over before this process notices.
	Acting func() bool
	// Over is called once Run has made its last write, before it leaves the networks: from then on
	// another bot may act on the store. Nil means that nobody waits.
	Over func()
	// Metrics counts what the bot does; nil counts nothing that anybody sees.
	Metrics *metrics.Metrics
	// Removals is the list of forgotten people, outside the store so that a restored backup doesn't
	// bring them back; nil if none is ever restored.
	Removals people.ForgottenList
	// Privacy is what people are told about the operator and their data.
	Privacy screens.Privacy
	// Players makes the computer players; nil makes those of their levels.
	Players func(robot.Level) robot.Player
	// Named returns, by a platform's name, other names by which its notes know the user. It is used
	// while that platform doesn't run; otherwise Remembers.Forget is.
	Named map[string]func(user chat.UserID, notes map[string][]byte) []string
}

// Clocks are how long the bot waits for people, in days.
type Clocks struct {
	AwayDays      int // how many days of a year somebody may be away
	AbandonedDays int // after how many days a match is closed that nobody touches
}

// The clocks' defaults.
const (
	DefaultAwayDays      = 30
	DefaultAbandonedDays = 60
)

// Limits keep one person or chat from using up the bot.
type Limits = command.Limits

// The limits' defaults.
const (
	DefaultTablesPerChat   = 3
	DefaultTablesPerPerson = 10
	DefaultTablesPerOrigin = 20
	DefaultInputsPerPerson = 30
	DefaultInputsPerChat   = 120
)

// withDefaults returns the config with the defaults of settings that are left out. It fails only if no key can be made.
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
	if c.Over == nil {
		c.Over = func() {}
	}
	return c, nil
}
