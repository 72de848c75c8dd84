package engine

import (
	"math"
	"slices"
)

// Score is where a match stands between deals.
type Score struct {
	Played  int   // deals that count towards the match's length
	ToPlay  int   // deals still to play, the current one among them; 0 in a series
	Totals  []int // by seat
	Dealer  Seat  // of the next deal
	Double  bool  // the next deal's score counts twice in the totals
	Over    bool
	Winners Seats // when over; more than one seat shares the win

	Goal   int   // the total that ends a series; 0 for a match of fixed length
	Extra  int   // what reaching it earns besides
	Earned Seats // whose totals hold that
}

// A series ends when somebody reaches the goal, which earns an extra (R22).
const (
	SeriesGoal  = 100
	SeriesExtra = 10
)

// ScoreOf returns the standing of a match of fixed length or, without one, of a series.
func ScoreOf(m Setup, seats int, done []Result) Score {
	if m.Length > 0 {
		return LengthScore(m, seats, done)
	}
	return SeriesScore(m, seats, done, SeriesGoal, SeriesExtra)
}

// LengthScore returns the standing of a match of a fixed number of deals: the
// deal passes to the next seat, the highest sum wins (RULES 0 and 1.8).
func LengthScore(m Setup, seats int, done []Result) Score {
	s := sumUp(m, seats, done)
	s.ToPlay = max(0, m.Length-s.Played)
	if s.ToPlay == 0 {
		s.setWinners(0)
	}
	return s
}

// SeriesScore returns the standing of a series: it is over after the deal in
// which somebody reaches the goal, and who has reached it gets something extra
// (RULES 2, R22).
func SeriesScore(m Setup, seats int, done []Result, goal, extra int) Score {
	s := sumUp(m, seats, done)
	s.Goal, s.Extra = goal, extra
	if slices.Max(s.Totals) < goal {
		return s
	}
	for i, total := range s.Totals {
		if total >= goal {
			s.Earned |= Seat(i).Bit()
			s.Totals[i] += extra
		}
	}
	s.setWinners(0)
	return s
}

// sumUp returns the totals of the deals and the next dealer: the next seat
// after every deal that wasn't redealt (R1).
func sumUp(m Setup, seats int, done []Result) Score {
	s := Score{Totals: make([]int, seats), Dealer: m.First}
	for _, r := range done {
		for i, v := range r.Score {
			s.Totals[i] += v
		}
		if r.End.Reason != Redealt {
			s.Played++
			s.Dealer = (s.Dealer + 1) % Seat(seats)
		}
	}
	return s
}

// setWinners makes those with the highest total the winners, but nobody who left.
func (s *Score) setWinners(left Seats) {
	s.Over, s.Winners = true, 0
	best := math.MinInt
	for i, total := range s.Totals {
		seat := Seat(i).Bit()
		switch {
		case left&seat != 0 || total < best:
		case total > best:
			best, s.Winners = total, seat
		default:
			s.Winners |= seat
		}
	}
}
