package match

import (
	"math"
	"time"

	"tarockbot/engine"
)

// Never is later than all times.
const Never = time.Duration(math.MaxInt64)

// Facts supplies facts from outside the table.
type Facts interface {
	Now() time.Time
	// RunningTime returns the bot's running time.
	RunningTime() time.Duration
	// ConnectedTime returns the running time with the platform connected.
	ConnectedTime(platform string) time.Duration
	// IsDown reports whether the platform is disconnected.
	IsDown(platform string) bool
	// ClockPlatform returns the platform that drives the seat's clock; "" for an absent player.
	ClockPlatform(t *Table, s engine.Seat) string
	WantsReminder(c Chair, stage int) bool
}
