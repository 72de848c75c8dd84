package engine

import (
	"errors"
	"fmt"
	"slices"

	"tarockbot/engine/card"
)

// Setup is the rules and the length of a match. It is stored with the table.
type Setup struct {
	Rules   string  `json:"rules"`
	Options Options `json:"options,omitempty"`
	Length  int     `json:"length"` // in deals; 0 if the match has no fixed length
	First   Seat    `json:"first"`  // the seat that deals first
}

// Check returns the setup with its options completed. The error names the rule set, option, value or length
// that the game doesn't have.
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

// Match is the deals of one table: the results of the finished deals, and the
// deal being played.
type Match struct {
	Game  Game
	Setup Setup
	Done  []Result
	Deal  *Deal // nil between deals
	Left  Seats // the seats that left the match, and so lost it
}

// Score returns where the match stands after the finished deals. A match that seats left is over, and
// the highest total of the other seats wins.
func (m *Match) Score() Score {
	s := m.Game.Next(m.Setup, m.Done)
	if m.Left != 0 {
		s.setWinners(m.Left)
	}
	return s
}

// Rules returns the rule set of the match; the zero value if the game
// doesn't have it. NextDeal then returns the error.
func (m *Match) Rules() RuleSet {
	set, _ := m.Game.RuleSet(m.Setup.Rules)
	return set
}

// ErrNoDeal says that the match is over or that EndDeal hasn't counted its last deal.
var ErrNoDeal = errors.New("engine: no next deal now")

// NextDeal deals the next round from the pack, which must be in dealing order
// after the cut. The caller must end a finished deal with EndDeal before. The
// error is ErrNoDeal or comes from NewDeal, and then nothing has changed.
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

// View returns all that the seat may know of the match and of the deal being played. There must be such a deal.
func (m *Match) View(seat Seat) View {
	v := m.Deal.View(seat)
	v.Match = m.Score()
	return v
}

// EndDeal adds the result of the finished deal to the match, and reports whether there was one.
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

// CutForDeal returns the first dealer by the card that each seat drew: the highest tarock, else the
// highest card value. It returns false if the best cards are level. Then all draw again (RULES 0, Cut for
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
