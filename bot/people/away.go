package people

import (
	"strconv"
	"time"
)

// Away is a person's absence. A day off ends at the same local time on the next day.
type Away struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // zero: not away
	// UsedUntil is the end of the last used day. Leaving again before UsedUntil is free.
	UsedUntil time.Time `json:"paid,omitzero"`
	Year      int       `json:"year,omitempty"`
	Used      int       `json:"used,omitempty"`
}

const (
	// dayTolerance allows for slow presses and clock changes.
	dayTolerance = time.Hour
	// regretTime is how soon a return gives back even the first day.
	regretTime = time.Minute
)

// IsAt reports whether the person is away at the time.
func (a Away) IsAt(at time.Time) bool { return at.Before(a.Until) }

// DaysLeft returns how many of the given days remain.
func (a Away) DaysLeft(year, given int) int {
	if year > a.Year {
		return given
	}
	return max(given-a.Used, 0)
}

// Begin returns an absence from now. now is in the person's time zone.
func (a Away) Begin(now time.Time, days int) Away {
	a = a.Return(now)
	if now.Year() > a.Year {
		a.Year, a.Used = now.Year(), 0
	}
	a.From, a.Until = now, now.AddDate(0, 0, days)
	if a.UsedUntil.Before(now) {
		a.UsedUntil = now
	}
	for a.UsedUntil.Add(dayTolerance).Before(a.Until) {
		a.UsedUntil, a.Used = a.UsedUntil.AddDate(0, 0, 1), a.Used+1
	}
	return a
}

// Return ends the absence and gives back whole days. now is in the person's time zone.
func (a Away) Return(now time.Time) Away {
	if !a.IsAt(now) {
		return a
	}
	if a.UsedUntil.IsZero() {
		a.UsedUntil = a.Until
	}
	a.Until, a.UsedUntil = now, a.UsedUntil.In(now.Location())
	for a.Used > 0 {
		day := a.UsedUntil.AddDate(0, 0, -1)
		if day.Before(now) && !(day.Equal(a.From) && now.Sub(day) < regretTime) {
			break
		}
		a.UsedUntil, a.Used = day, a.Used-1
	}
	return a
}

// ButtonMark identifies the absence in a button.
func (a Away) ButtonMark(now time.Time) string {
	if !a.IsAt(now) {
		return "0"
	}
	return strconv.FormatInt(a.Until.Unix(), 10)
}
