package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"

	"tarockbot/bot"
)

// machine is what all processes of the bot run on, besides their store. Several goroutines of the bot use it at once.
type machine struct {
	clock     *clock
	random    lockedReader
	computers computers
	log       botLog
}

// newMachine returns the machine of a seed.
func newMachine(seed uint64, c *clock) *machine {
	cards := rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "cards ", seed)))
	return &machine{clock: c, random: lockedReader{reader: cards}}
}

// noInputLimit is more inputs than people can give at once.
const noInputLimit = 1_000_000

// newBot creates the bot of a process.
func (m *machine) newBot(s *processStore) (*bot.Bot, error) {
	return bot.New(bot.Config{
		Store:    s,
		Acting:   s.mayAct,
		Log:      slog.New(slog.NewJSONHandler(&m.log, nil)), // a TextHandler would write cards as bytes, not as names
		Random:   &m.random,
		Key:      ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), // always the same, so that evenings repeat
		Now:      m.clock.Now,
		Language: "en",
		Limits:   bot.Limits{InputsPerPerson: noInputLimit, InputsPerChat: noInputLimit},
		Players:  m.computers.newPlayer,
	})
}

// lockedReader lets several goroutines read from one reader.
type lockedReader struct {
	mu     sync.Mutex
	reader io.Reader
}

// Read implements io.Reader.
func (r *lockedReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reader.Read(p)
}

// botLog keeps what the bot logs.
type botLog struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (l *botLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if *trace {
		fmt.Print("log ", string(p))
	}
	return l.text.Write(p)
}

// String returns what the bot has logged so far.
func (l *botLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
