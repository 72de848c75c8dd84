package bot

import (
	"time"

	"tarockbot/engine"
)

// facts are what is true where a table is, as far as it needs to know.
type facts interface {
	Now() time.Time
	// RanOn is how long the bot has run with the platform connected.
	RanOn(platform string) time.Duration
	// CountedOn is the platform by whose running time the seat's clock runs: that
	// where its person is told. "" if it stands still.
	CountedOn(t *table, s engine.Seat) string
	// WantsReminder says whether the one who sits there wants the reminder of that stage.
	WantsReminder(c chair, stage int) bool
}
