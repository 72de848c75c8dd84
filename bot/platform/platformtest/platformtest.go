// Package platformtest is the test suite of all chat networks: Run, RunScenes and RunFile.
package platformtest

import (
	"fmt"

	"tarockbot/storage"
)

// World is a bot on a network's test double, with its users.
type World struct {
	Host   Client
	Guests []Client // enough for every game
	// Challenge returns the command that challenges so many guests, without rules or pace.
	Challenge func(guests int) string
	// Boards returns public messages with buttons, oldest first.
	Boards func() []string
	Log    fmt.Stringer
	Store  storage.Store
	// Restart calls between while the bot is stopped.
	Restart func(between func())
}
