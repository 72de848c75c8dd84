package standing

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// The daily limits make matches against one's own accounts, or friends who lose on purpose, worthless.
const (
	// MaxRatedMeetings limits two people's rated matches with each other.
	MaxRatedMeetings = 5
	// MaxProvisionalMatches limits a provisional player's rated matches.
	MaxProvisionalMatches = 10
	// maxGain is in thousandths of a point.
	maxGain      = 50_000
	maxFirstGain = 200_000
)

// RatedDay is an account's last rated day.
type RatedDay struct {
	Day     int                   `json:"day"` // see DayOf
	Start   int                   `json:"start"`
	Matches int                   `json:"matches"`
	Met     map[chat.PersonID]int `json:"met,omitempty"`
}

// applyRating stores the rating after a match, limited by the daily gain, and counts the match. It returns the
// stored rating.
func (s *Standing) applyRating(after, before rating.Rating, day int) rating.Rating {
	if s.Rated == 0 || s.Today.Day != day {
		s.Today = RatedDay{Day: day, Start: before.Points, Met: make(map[chat.PersonID]int)}
	}
	gain := maxGain
	if before.IsProvisional() {
		gain = maxFirstGain
	}
	after.Points = min(after.Points, max(s.Today.Start+gain, before.Points))
	s.Rating = after
	s.Rated++
	s.Today.Matches++
	return after
}

func (l Ledger) rate(m *Match) {
	day, results := DayOf(m.Ended), make(map[*Seat][]rating.Result)
	for i := range m.Seats {
		before, s := rating.New(), l.Of(m.Seats[i].Account)
		if s.Rated > 0 {
			before = s.Rating.Idle(day - s.Today.Day)
		}
		m.Seats[i].Before = &before
	}
	for s, other := range m.pairs() {
		results[s] = append(results[s], rating.Result{Against: *other.Before, Outcome: s.against(other)})
	}
	for i := range m.Seats {
		s := &m.Seats[i]
		after := l.Of(s.Account).applyRating(s.Before.After(results[s]), *s.Before, day)
		s.After = &after
	}
	for s, other := range m.pairs() {
		l.Of(s.Account).Today.Met[other.Account]++
	}
}

func (l Ledger) whyUnrated(m *Match, people int) UnratedReason {
	switch {
	case people < len(m.Seats):
		return UnratedSelf
	case !slices.ContainsFunc(m.Seats, func(s Seat) bool { return !s.Left }):
		return UnratedLeft
	}
	return l.overLimit(m)
}

// overLimit returns the limit that the match would exceed, or "".
func (l Ledger) overLimit(m *Match) UnratedReason {
	day := DayOf(m.Ended)
	for _, s := range m.Seats {
		x := l.Of(s.Account)
		if x.Today.Day != day {
			continue
		}
		if slices.ContainsFunc(m.Seats, func(other Seat) bool {
			return other.Account != s.Account && x.Today.Met[other.Account] >= MaxRatedMeetings
		}) {
			return UnratedOften
		}
		if x.Today.Matches >= MaxProvisionalMatches && x.Rating.IsProvisional() {
			return UnratedNew
		}
	}
	return ""
}
