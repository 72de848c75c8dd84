package engine

import (
	"errors"
	"fmt"
	"slices"

	"tarockbot/engine/card"
)

// Setup is the rules and the length of a match, as stored.
type Setup struct {
	Rules   string  `json:"rules"`
	Options Options `json:"options,omitempty"`
	Length  int     `json:"length"` // in deals; 0 if not fixed
	First   Seat    `json:"first"`  // dealer
}

// Check returns the setup with complete options.
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

// Match is the deals of one table.
type Match struct {
	Game  Game
	Setup Setup
	Done  []Result
	Deal  *Deal // nil between deals
	Left  Seats // the seats that left, and so lost
}

// Score returns the score after the finished deals. If seats left, the highest total of the others wins.
func (m *Match) Score() Score {
	s := m.Game.Next(m.Setup, m.Done)
	if m.Left != 0 {
		s.setWinners(m.Left)
	}
	return s
}

// Rules returns the rule set; zero if unknown.
func (m *Match) Rules() RuleSet {
	set, _ := m.Game.RuleSet(m.Setup.Rules)
	return set
}

// ErrNoDeal means that the match is over, or that the last deal needs EndDeal.
var ErrNoDeal = errors.New("engine: no next deal now")

// NextDeal deals the deck, in dealing order after the cut. It returns ErrNoDeal or NewDeal's error.
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

// View returns all that the seat may know. There must be a deal.
func (m *Match) View(seat Seat) View {
	v := m.Deal.View(seat)
	v.Match = m.Score()
	return v
}

// EndDeal adds a finished deal's result to the match and reports whether there was one.
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

// CutForDeal returns the first dealer, the seat that drew the highest tarock, else the highest card value; false if all
// must draw again (RULES 0, Cut for first deal).
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

func drawRank(c card.Card) int {
	if c.Suit() == card.Tarock {
		return 10 + int(c)
	}
	return c.Face()
}
