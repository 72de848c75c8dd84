// Package bottest runs a bot in tests. Start starts one on any platform, such as Network, which keeps the newest
// screen of every message in memory. AwaitMentions reads what the bot has stored. Package stories tells of people who
// use one.
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
	// Done is closed when the bot has stopped.
	Done <-chan struct{}
	// End stops the bot if it still runs, and returns the error of Run.
	End func() error
}

// unlimited is a rate limit that tests don't reach, although they press faster than people.
const unlimited = 1_000_000

// feltChecker is a platform that checks the felts of its screens.
type feltChecker interface{ CheckFelts() error }

// Start starts a bot on the platform made for it and on others. The bot stops at the latest when the test ends. Then
// the test fails if a platform is a feltChecker, such as Network, and returns an error. Missing configuration is
// filled in, except the store.
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

// NewBot creates a bot that speaks English. Missing configuration is filled in, except the store.
func NewBot(cfg bot.Config) (*bot.Bot, error) {
	cfg.Random = cmp.Or(cfg.Random, crand.Reader)
	if cfg.Key == nil { // a fixed key, so that equal deals are equal bytes
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

// Chance returns a source of random bytes for tests, the same for each number below 65,536. Many may read it at once.
func Chance(n int) io.Reader {
	return SharedReader(rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)}))
}

// SharedReader returns a reader that several goroutines may use at once.
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

// Vocabularies returns the bot's commands in each language, English first.
func Vocabularies(t testing.TB) []chat.Vocabulary {
	t.Helper()
	language, err := command.ReadLanguage()
	if err != nil {
		t.Fatal(err)
	}
	return language.Vocabularies()
}
