package bottest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"flag"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/command"
)

// Log keeps what is logged. It can be read while it is written; the zero value
// is ready.
type Log struct {
	writes Changes
	text   bytes.Buffer
}

// Write appends to the log, and wakes up everybody in Await.
func (l *Log) Write(p []byte) (int, error) {
	l.writes.Lock()
	defer l.writes.Unlock()
	l.writes.Signal()
	return l.text.Write(p)
}

// String is all of it so far.
func (l *Log) String() string {
	l.writes.Lock()
	defer l.writes.Unlock()
	return l.text.String()
}

// Await waits until the log contains the text. The error wraps the context's cause.
func (l *Log) Await(ctx context.Context, text string) error {
	return l.writes.Wait(ctx, func() bool { return strings.Contains(l.String(), text) })
}

// Logger writes everything into it, however unimportant.
func (l *Log) Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// Running is a bot on its platforms.
type Running struct {
	*bot.Bot
	// Done is closed when the bot has ended.
	Done <-chan struct{}
	// End stops the bot, if it hasn't ended by itself, and returns what Run did.
	End func() error
}

// Vocabularies are what can be said to the bot, in each language; English first.
func Vocabularies(t testing.TB) []chat.Vocabulary {
	t.Helper()
	language, err := command.ReadLanguage()
	if err != nil {
		t.Fatal(err)
	}
	return language.Vocabularies()
}

// said is the text with that id as the bot's people read it.
func said(id string, gaps ...any) string {
	language, err := command.ReadLanguage()
	if err != nil {
		panic(err) // no bot would start
	}
	return language.Words.In("en").Say(id, gaps...)
}

// MatchOver is what people read, whoever has won.
func MatchOver() string {
	over, _, _ := strings.Cut(said("outcome.none"), ".")
	return over
}

// haste is more inputs than people in tests can give at once, who press faster
// than others.
const haste = 1_000_000

// Start starts a bot on the platform that is made for it, and on others. It ends
// with the test, or before. What the configuration leaves out but a store is
// filled in.
func Start(ctx context.Context, t testing.TB, cfg bot.Config, platform func(*bot.Bot) chat.Platform, others ...chat.Platform) Running {
	t.Helper()
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	if cfg.Key == nil { // the same for all, so that equal deals are equal bytes
		cfg.Key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = new(Log).Logger()
	}
	if cfg.Limits.InputsPerPerson == 0 {
		cfg.Limits.InputsPerPerson, cfg.Limits.InputsPerChat = haste, haste
	}
	cfg.Language = "en"
	b, err := bot.New(cfg)
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
		_ = end() // who wants to know has asked; it doesn't keep the bot in memory
		for _, p := range platforms {
			if n, ok := p.(interface{ CheckFelts() error }); ok {
				if err := n.CheckFelts(); err != nil {
					t.Error(err)
				}
			}
		}
	})
	return Running{Bot: b, Done: done, End: end}
}

// atOnce is how many tests run beside each other.
const atOnce = "9"

// Together runs more tests at once than there are processors, unless a flag says how
// many. It is for tests that mostly wait: for a network's pauses, for programs and
// for each other's messages.
func Together() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", atOnce); err != nil {
			panic(err)
		}
	}
}

// Main runs a package's tests together.
func Main(m *testing.M) {
	Together()
	os.Exit(m.Run())
}
