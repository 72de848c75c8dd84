package people

import (
	"strconv"
	"time"
)

// Away is when a person is away, and how many days of the year are used. Days are
// those of the calendar in the person's time zone: from one time to the same on the
// next day.
type Away struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // its alarm fires then; zero: not away
	// Paid is the end of the last day that was used. It can be after Until: who has
	// come back has the day that had begun, and going again within it costs nothing.
	Paid time.Time `json:"paid,omitzero"`
	Year int       `json:"year,omitempty"`
	Used int       `json:"used,omitempty"` // days of the year, those to come included
}

// overtime is how much longer than the used days somebody may be away: a press a
// moment later, or an hour that the clocks were set by, is no other day.
const overtime = time.Hour

// Now says whether the person is away at the time.
func (a Away) Now(at time.Time) bool { return at.Before(a.Until) }

// Left is how many days the person has left in the year, if that many are given. A
// year that has begun somewhere stays begun: a change of the time zone gives no days
// back.
func (a Away) Left(year, given int) int {
	if year > a.Year {
		return given
	}
	return max(given-a.Used, 0)
}

// Begin is the person away for so many days from now on, in their time zone. It
// uses only days that haven't been used yet.
func (a Away) Begin(now time.Time, days int) Away {
	a = a.End(now)
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

// End is the person back, now in their time zone: whole days that are left can be
// used again.
func (a Away) End(now time.Time) Away {
	if !a.Now(now) {
		return a
	}
	if a.Paid.IsZero() { // from before that was noted
		a.Paid = a.Until
	}
	a.Until, a.Paid = now, a.Paid.In(now.Location())
	for a.Used > 0 && !a.Paid.AddDate(0, 0, -1).Before(now) {
		a.Paid, a.Used = a.Paid.AddDate(0, 0, -1), a.Used-1
	}
	return a
}

// Mark tells for which days off a button was made: "0" if there were none.
func (a Away) Mark(now time.Time) string {
	if !a.Now(now) {
		return "0"
	}
	return strconv.FormatInt(a.Until.Unix(), 10)
}
