package engine

import (
	"math"
	"slices"
)

// Score is where a match stands between deals.
type Score struct {
	Played  int   // deals that count towards the match's length
	ToPlay  int   // deals still to play, with the one being played; 0 in a series
	Totals  []int // by seat
	Dealer  Seat  // of the next deal
	Double  bool  // the next deal's score counts twice in the totals
	Over    bool
	Winners Seats // once the match is over; several seats share the win

	Goal   int   // the total that ends a series; 0 for a match of fixed length
	Extra  int   // what a seat earns by reaching the goal
	Earned Seats // the seats whose totals hold the extra
}

// The goal of a series, and what reaching it earns (R22).
const (
	SeriesGoal  = 100
	SeriesExtra = 10
)

// ScoreOf returns the score of a match of fixed length or, without one, of a series. A series is over after
// the deal in which somebody reaches the goal. Each seat that has reached it gets the extra (RULES 2, R22).
func ScoreOf(m Setup, seats int, done []Result) Score {
	if m.Length > 0 {
		return LengthScore(m, seats, done)
	}
	s := sumUp(m, seats, done)
	s.Goal, s.Extra = SeriesGoal, SeriesExtra
	if slices.Max(s.Totals) < s.Goal {
		return s
	}
	for i, total := range s.Totals {
		if total >= s.Goal {
			s.Earned |= Seat(i).Bit()
			s.Totals[i] += s.Extra
		}
	}
	s.setWinners(0)
	return s
}

// LengthScore returns the score of a match of a fixed number of deals: the
// deal passes to the next seat, the highest total wins (RULES 0 and 1.8).
func LengthScore(m Setup, seats int, done []Result) Score {
	s := sumUp(m, seats, done)
	s.ToPlay = max(0, m.Length-s.Played)
	if s.ToPlay == 0 {
		s.setWinners(0)
	}
	return s
}

// sumUp returns a score with the totals of the deals and the next dealer. The deal passes to the next seat
// after every deal that isn't dealt again (R1).
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

// setWinners ends the match. The winners are the seats with the highest total among those that didn't leave.
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

// AddUp adds the values of the items to the scores. An item won goes to its seat. An item that the declarer lost goes
// to each defender, and an item that a defender lost goes to the declarer. AddUp notes these seats in the item. Without
// a declarer it subtracts an item lost from the score of the item's own seat.
func AddUp(items []Item, declarer Seat, score []int) {
	for n := range items {
		item := &items[n]
		if !item.Won && declarer != Nobody {
			item.To = otherSide(item.By, declarer, len(score))
		}
		switch {
		case item.Won:
			score[item.By] += item.Value
		case item.To == 0:
			score[item.By] -= item.Value
		default:
			for s := range item.To.All() {
				score[s] += item.Value
			}
		}
	}
}

// otherSide returns the seats that play against s: all others if there is no declarer.
func otherSide(s, declarer Seat, seats int) Seats {
	if declarer != Nobody && s != declarer {
		return declarer.Bit()
	}
	return (Seats(1)<<seats - 1) &^ s.Bit()
}
