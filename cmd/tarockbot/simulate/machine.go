package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"

	"tarockbot/bot"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
)

// machine has the clock, random source, computer players and log of all processes. Goroutines use it concurrently.
type machine struct {
	clock     *clock
	random    io.Reader
	computers computers
	log       double.Log
}

func newMachine(seed uint64, c *clock) *machine {
	cards := rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "cards ", seed)))
	return &machine{clock: c, random: bottest.SharedReader(cards)}
}

func (m *machine) newBot(s *processStore) (*bot.Bot, error) {
	var log io.Writer = &m.log
	if *trace {
		log = io.MultiWriter(log, os.Stdout)
	}
	return bottest.NewBot(bot.Config{
		Store:   s,
		Acting:  s.mayAct,
		Log:     slog.New(slog.NewJSONHandler(log, nil)), // a TextHandler would write cards as bytes, not as names
		Random:  m.random,
		Now:     m.clock.Now,
		Players: m.computers.newPlayer,
	})
}
