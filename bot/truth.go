package bot

import (
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
)

// truth tells tables what is true. It implements facts.
type truth struct{ b *Bot }

// Now implements facts.
func (x truth) Now() time.Time { return x.b.cfg.Now() }

// RanOn implements facts.
func (x truth) RanOn(platform string) time.Duration { return x.b.clock.RanOn(platform) }

// CountedOn implements facts.
func (x truth) CountedOn(t *match.Table, seat engine.Seat) string {
	if x.b.still(t, seat) {
		return ""
	}
	for _, m := range t.Messages {
		if m.Seat == seat && x.b.toldAt(t, m) {
			return m.Place.Platform()
		}
	}
	return t.Chairs[seat].User.Platform()
}

// WantsReminder implements facts.
func (x truth) WantsReminder(c match.Chair, reminder int) bool {
	switch x.b.callsTo(c.User).Reminders {
	case people.LastReminder:
		return reminder >= match.RemindedTwice
	case people.NoReminders:
		return false
	}
	return true
}
