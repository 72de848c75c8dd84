package people

import (
	"strconv"
	"time"
)

// Away is when a person is away, and how many days off of the year are used. A day lasts from one
// time to the same time on the next day of the calendar where the person is.
type Away struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // an alarm fires then; zero: not away
	// Paid is the end of the last used day. It may be after Until: a person who comes back keeps the
	// day that had begun, and may leave again within it at no cost.
	Paid time.Time `json:"paid,omitzero"`
	Year int       `json:"year,omitempty"`
	Used int       `json:"used,omitempty"` // days of the year, including booked ones to come
}

const (
	// overtime is how much longer than the used days an absence may last. A press a moment later, or
	// an hour by which the clocks change, uses no further day.
	overtime = time.Hour
	// regret is how soon after leaving a person can come back without having used the first day.
	regret = time.Minute
)

// IsAt reports whether the person is away at the time.
func (a Away) IsAt(at time.Time) bool { return at.Before(a.Until) }

// Left returns how many of the given days are left in the year. A year that has begun in one time
// zone stays begun: moving to another gives no days back.
func (a Away) Left(year, given int) int {
	if year > a.Year {
		return given
	}
	return max(given-a.Used, 0)
}

// Begin returns the absence that starts now, in the person's time zone, and lasts the given days. A
// day that was used before isn't used twice.
func (a Away) Begin(now time.Time, days int) Away {
	a = a.Return(now)
	if now.Year() > a.Year {
		a.Year, a.Used = now.Year(), 0
	}
	a.From, a.Until = now, now.AddDate(0, 0, days)
	if a.Paid.Before(now) {
		a.Paid = now
	}
	for a.Paid.Add(overtime).Before(a.Until) {
		a.Paid, a.Used = a.Paid.AddDate(0, 0, 1), a.Used+1
	}
	return a
}

// Return ends the absence now, in the person's time zone. It gives back the whole days that are
// left, and right after leaving also the first day.
func (a Away) Return(now time.Time) Away {
	if !a.IsAt(now) {
		return a
	}
	if a.Paid.IsZero() { // stored before there was Paid
		a.Paid = a.Until
	}
	a.Until, a.Paid = now, a.Paid.In(now.Location())
	for a.Used > 0 {
		day := a.Paid.AddDate(0, 0, -1)
		if day.Before(now) && !(day.Equal(a.From) && now.Sub(day) < regret) {
			break
		}
		a.Paid, a.Used = day, a.Used-1
	}
	return a
}

// ButtonMark returns the absence that a button is made for: its end, or "0" if there is none.
func (a Away) ButtonMark(now time.Time) string {
	if !a.IsAt(now) {
		return "0"
	}
	return strconv.FormatInt(a.Until.Unix(), 10)
}
