// Package platformtest is the suite that every chat network passes. Run, RunScenes and RunFile play
// deals through a World: a bot on the network's test double, with a Client for each user.
package platformtest

import (
	"fmt"

	"tarockbot/storage"
)

// World is a chat network with a bot and its users.
type World struct {
	Host   Client
	Guests []Client // enough for every game
	// Challenge returns the command with which the host challenges that many guests. The terms are
	// appended to it.
	Challenge func(guests int) string
	// Boards returns the texts of the public messages with buttons, oldest first.
	Boards func() []string
	// Log is printed if the test fails.
	Log fmt.Stringer
	// Store is the bot's. Restart stops the bot, calls between and starts the bot again.
	Store   storage.Store
	Restart func(between func())
}
