package engine

import (
	"math"
	"slices"
)

// Score is the state of a match between deals.
type Score struct {
	Played  int   // deals that count
	ToPlay  int   // with the running deal; 0 in a series
	Totals  []int // by seat
	Dealer  Seat  // of the next deal
	Double  bool  // the next deal counts twice
	Over    bool
	Winners Seats

	Goal   int // the total that ends a series; else 0
	Extra  int
	Earned Seats // seats whose totals include Extra
}

// The goal of a series, and the extra points for reaching it (R22).
const (
	SeriesGoal  = 100
	SeriesExtra = 10
)

// ScoreOf returns the score of a match, of fixed length or until a seat reaches the goal (RULES 2, R22).
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

// LengthScore returns the score of a match of fixed length (RULES 0 and 1.8).
func LengthScore(m Setup, seats int, done []Result) Score {
	s := sumUp(m, seats, done)
	s.ToPlay = max(0, m.Length-s.Played)
	if s.ToPlay == 0 {
		s.setWinners(0)
	}
	return s
}

// sumUp passes the deal to the next seat, unless it is dealt again (R1).
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

// AddToScores adds the items to the scores. The other side gains a lost item, and AddToScores sets its Gainers. Without
// a declarer, the item's owner loses it instead.
func AddToScores(items []Item, declarer Seat, score []int) {
	for n := range items {
		item := &items[n]
		if !item.Won && declarer != Nobody {
			item.Gainers = otherSide(item.By, declarer, len(score))
		}
		switch {
		case item.Won:
			score[item.By] += item.Value
		case item.Gainers == 0:
			score[item.By] -= item.Value
		default:
			for s := range item.Gainers.All() {
				score[s] += item.Value
			}
		}
	}
}

func otherSide(s, declarer Seat, seats int) Seats {
	if declarer != Nobody && s != declarer {
		return declarer.Bit()
	}
	return (Seats(1)<<seats - 1) &^ s.Bit()
}
