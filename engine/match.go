package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tarockbot/engine/card"
)

// Setup is what a match is played by. It is stored with the table.
type Setup struct {
	Rules   string  `json:"rules"`
	Options Options `json:"options,omitempty"`
	Length  int     `json:"length"` // deals; 0 where the game has no fixed length
	First   Seat    `json:"first"`  // deals first
}

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

// Check returns the setup with its options completed. The error names the rule set, option, value or length that the game
// doesn't have.
func (s Setup) Check(g Game) (Setup, error) {
	set, err := g.RuleSet(s.Rules)
	if err != nil {
		return s, err
	}
	if s.Options, err = set.Complete(s.Options); err != nil {
		return s, err
	}
	if !slices.Contains(g.LengthsOf(s.Rules), s.Length) {
		return s, fmt.Errorf("engine: %s has no match of %d deals", s.Rules, s.Length)
	}
	return s, nil
}

// Match is the deals of one table: the results of those that are over, and the
// one being played.
type Match struct {
	Game  Game
	Setup Setup
	Done  []Result
	Deal  *Deal // nil before the first
	Left  Seats // who left, and so lost, the match
}

// Score returns where the match stands: after the finished deals, or lost by
// those who left; of those who stayed, the highest total wins.
func (m *Match) Score() Score {
	s := m.Game.Next(m.Setup, m.Done)
	if m.Left != 0 {
		s.setWinners(m.Left)
	}
	return s
}

// Rules returns the rule set that the match is played by; the zero value if the game
// doesn't have it. NextDeal then returns the error.
func (m *Match) Rules() RuleSet {
	set, _ := m.Game.RuleSet(m.Setup.Rules)
	return set
}

// ErrNoDeal says that the match is over or its last deal not yet counted.
var ErrNoDeal = errors.New("engine: no next deal now")

// NextDeal deals the next round from the pack, which must be in dealing order
// after the cut. A finished deal must have been kept with EndDeal before. The
// error is ErrNoDeal or of NewDeal, and then nothing has changed.
func (m *Match) NextDeal(deck []card.Card) error {
	if m.Deal != nil || m.Score().Over {
		return ErrNoDeal
	}
	d, err := NewDeal(m.Game, m.Setup.Rules, m.Setup.Options, Cards{Deck: deck, Dealer: m.Score().Dealer})
	if err == nil {
		m.Deal = d
	}
	return err
}

// View returns all that the seat may know of the deal being played, which there must be, and of the
// match.
func (m *Match) View(seat Seat) View {
	v := m.Deal.View(seat)
	v.Match = m.Score()
	return v
}

// EndDeal counts the finished deal and reports whether there was one.
func (m *Match) EndDeal() bool {
	if m.Deal == nil || m.Deal.Result() == nil {
		return false
	}
	r := m.Deal.Result().Clone()
	r.InTricks = m.Deal.PublicView().Thirds
	m.Done = append(m.Done, r)
	m.Deal = nil
	return true
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

// CutForDeal returns the first dealer by the card that each seat drew: the highest tarock, else the
// highest card value. It returns no seat if the best drew level: then all draw again (RULES 0, Cut for
// first deal).
func CutForDeal(drawn []card.Card) (Seat, bool) {
	best, tie := Seat(0), false
	for i := 1; i < len(drawn); i++ {
		switch got, top := drawRank(drawn[i]), drawRank(drawn[best]); {
		case got > top:
			best, tie = Seat(i), false
		case got == top:
			tie = true
		}
	}
	return best, !tie
}

// drawRank orders drawn cards: tarocks above all, other cards by face value.
func drawRank(c card.Card) int {
	if c.Suit() == card.Tarock {
		return 10 + int(c)
	}
	return c.Face()
}
