package match

import (
	"math"
	"time"

	"tarockbot/engine"
)

// Never is later than all times.
const Never = time.Duration(math.MaxInt64)

// Facts tells a table what is true outside it.
type Facts interface {
	Now() time.Time
	// Ran returns how long the bot has run.
	Ran() time.Duration
	// RanOn returns how long the bot has run with the platform connected.
	RanOn(platform string) time.Duration
	// IsDown reports whether the platform is disconnected.
	IsDown(platform string) bool
	// ClockPlatform returns the platform whose running time drives the seat's clock: the one where its player is
	// notified. It returns "" to stop the clock of an absent player.
	ClockPlatform(t *Table, s engine.Seat) string
	// WantsReminder reports whether the chair's player wants the reminder of the stage.
	WantsReminder(c Chair, stage int) bool
}
