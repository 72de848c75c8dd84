package standing

import (
	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Wish is what somebody wants of leaderboards.
type Wish string

// The wishes.
const (
	Shown  Wish = ""
	Hidden Wish = "hidden" // rated, but listed for nobody
	Off    Wish = "off"    // not listed, and no match of theirs is rated
)

// Nobody can be kept from playing against accounts of their own, or against
// friends who lose on purpose. So that it isn't worth it, there are limits a
// day: to how often two meet in rated matches, to how many those have who are
// new, and to how many points anybody gains.
const (
	// RatedMeetings is how many rated matches two people have with each other.
	RatedMeetings = 5
	// RatedFirst is how many rated matches somebody has whose rating is
	// provisional.
	RatedFirst = 10
	// mostGain is how many points somebody gains, in thousandths.
	mostGain = 50_000
	// mostFirstGain is that of somebody whose rating is provisional: it has yet to
	// find its place.
	mostFirstGain = 200_000
)

// Why a match isn't rated. Matches from before there were ratings have "old".
const (
	UnratedFriendly = "friendly" // those who played have wanted it so
	UnratedOff      = "off"      // somebody's matches are never rated
	UnratedLapse    = "lapse"    // somebody was forgotten not long ago
	unratedLeft     = "left"     // nobody has stayed to the end
	unratedSelf     = "self"     // two who sit there are one person by now
	unratedOften    = "often"    // the same people have had enough rated matches that day
	UnratedNew      = "new"      // somebody new has
	UnratedTogether = "together" // two of them play from one browser
)

// RatedDay is what an account has had of rated matches in one day, the last with
// any. It numbers days from 1970.
type RatedDay struct {
	Day     int                   `json:"day"`
	Start   int                   `json:"start"` // the rating's points when it began
	Matches int                   `json:"matches"`
	Met     map[chat.PersonID]int `json:"met,omitempty"` // how often which account
}

func (d *RatedDay) meet(other chat.PersonID) {
	if d.Met == nil {
		d.Met = make(map[chat.PersonID]int)
	}
	d.Met[other]++
}

// ratingOn is the account's rating before a match on that day.
func (s *Standing) ratingOn(day int) rating.Rating {
	if s.Rated == 0 {
		return rating.New()
	}
	return s.Rating.Idle(day - s.Today.Day)
}

// rateTo takes the rating that a match on that day has led to, but no more points
// than are gained in a day, and returns it.
func (s *Standing) rateTo(after, before rating.Rating, day int) rating.Rating {
	if s.Rated == 0 || s.Today.Day != day {
		s.Today = RatedDay{Day: day, Start: before.Points}
	}
	gain := mostGain
	if before.Provisional() {
		gain = mostFirstGain
	}
	after.Points = min(after.Points, max(s.Today.Start+gain, before.Points))
	s.Rating = after
	s.Rated++
	s.Today.Matches++
	return after
}

// tooMuch says why the match is one rated match too much for that day; "" if it
// isn't.
func (l Ledger) tooMuch(m *Match) string {
	day := DayOf(m.Ended)
	for i, s := range m.Seats {
		x := l.Of(s.Account)
		if x.Rated == 0 || x.Today.Day != day {
			continue
		}
		for j, other := range m.Seats {
			if i != j && x.Today.Met[other.Account] >= RatedMeetings {
				return unratedOften
			}
		}
		if x.Today.Matches >= RatedFirst && x.Rating.Provisional() {
			return UnratedNew
		}
	}
	return ""
}

// Wishes are all of them, in the order of their buttons.
func Wishes() []Wish { return []Wish{Shown, Hidden, Off} }

// Word is what is said for the wish.
func (x Wish) Word() string {
	if x == Shown {
		return "shown"
	}
	return string(x)
}
