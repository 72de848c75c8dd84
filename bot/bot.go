// Package bot is the heart of tarockbot: it turns what people do into actions
// of a game and the state of a game into screens, and keeps all of it in a
// store. It knows no network. Start at Bot.Handle, the life of a click;
// platform.go is the port that chat networks implement.
package bot

import (
	"context"
	"io"
	"log/slog"
	"time"

	"tarockbot/storage"
)

// Config is what a bot is made of.
type Config struct {
	Store  storage.Store
	Log    *slog.Logger
	Random io.Reader        // crypto/rand.Reader; decks and codes come from it
	Now    func() time.Time // the clock
	// Language is used where neither a person nor a platform says one: "de" or "en".
	Language string
	Limits   Limits
}

// Limits keep one person or chat from using up the bot.
type Limits struct {
	TablesPerChat   int // running tables
	TablesPerPerson int // running tables and challenges
}

// Bot hosts the games.
type Bot struct{ cfg Config }

// New makes a bot over a store.
func New(cfg Config) (*Bot, error) { return &Bot{cfg: cfg}, nil }

// Notes is the small memory of the platform of that name.
func (b *Bot) Notes(platform string) Notes { return nil }

// Run brings every place up to date, then serves the platforms until ctx ends
// or one of them, or the store, fails for good.
func (b *Bot) Run(ctx context.Context, platforms ...Platform) error { return nil }
