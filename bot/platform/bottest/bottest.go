// Package bottest runs bots in tests. [Start] starts one on any platform, such as [Network].
package bottest

import (
	"cmp"
	"context"
	"crypto/ed25519"
	crand "crypto/rand"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/platform/double"
)

// Running is a running bot.
type Running struct {
	*bot.Bot
	Done <-chan struct{}
	// End stops the bot and returns Run's error.
	End func() error
}

const unlimited = 1_000_000

type feltChecker interface{ CheckFelts() error }

// Start starts a bot. When the test ends, it stops the bot and checks the platforms' felts. See NewBot.
func Start(
	ctx context.Context, t testing.TB, cfg bot.Config, platform func(*bot.Bot) chat.Platform, others ...chat.Platform,
) Running {
	t.Helper()
	b, err := NewBot(cfg)
	if err != nil {
		t.Fatal(err)
	}
	platforms := append([]chat.Platform{platform(b)}, others...)
	run, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	var ended error
	go func() {
		defer close(done)
		ended = b.Run(run, platforms...)
	}()
	end := func() error { stop(); <-done; return ended }
	t.Cleanup(func() {
		_ = end() // the closure must not keep the bot in memory
		for _, p := range platforms {
			if checker, ok := p.(feltChecker); ok {
				if err := checker.CheckFelts(); err != nil {
					t.Error(err)
				}
			}
		}
	})
	return Running{Bot: b, Done: done, End: end}
}

// NewBot creates a bot that speaks English. It fills in missing configuration, except the store.
func NewBot(cfg bot.Config) (*bot.Bot, error) {
	cfg.Random = cmp.Or(cfg.Random, crand.Reader)
	if cfg.Key == nil { // so that equal deals are equal bytes
		cfg.Key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Log = cmp.Or(cfg.Log, new(double.Log).Logger())
	if cfg.Limits.InputsPerPerson == 0 {
		cfg.Limits.InputsPerPerson, cfg.Limits.InputsPerChat = unlimited, unlimited
	}
	cfg.Language = "en"
	return bot.New(cfg)
}

// SeededReader returns random bytes, different for each n below 65,536, and safe for concurrent use.
func SeededReader(n int) io.Reader {
	return SharedReader(rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)}))
}

// SharedReader makes a reader safe for concurrent use.
func SharedReader(from io.Reader) io.Reader { return &lockedReader{from: from} }

type lockedReader struct {
	mu   sync.Mutex
	from io.Reader
}

func (r *lockedReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.from.Read(p)
}

// Vocabularies returns the commands in each language, English first.
func Vocabularies(t testing.TB) []chat.Vocabulary {
	t.Helper()
	language, err := command.ReadLanguage()
	if err != nil {
		t.Fatal(err)
	}
	return language.Vocabularies()
}
