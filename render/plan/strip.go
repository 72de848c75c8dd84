package plan

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// Extent says how much of the table a seat's picture shows above the hand.
type Extent int

// The extents, from the smallest.
const (
	NoTable    Extent = iota // only the hand
	Strip                    // the players and the trick
	WholeTable               // the whole board
)

// BesideHand returns how much of the table Seat shows: as little as needed, to leave room for
// buttons on a phone.
func (s Scene) BesideHand() Extent {
	v := s.Deal
	switch {
	case s.Score.Over || s.Last != nil || v.Result != nil:
		return WholeTable
	case v.Phase == engine.Playing:
		return Strip
	case v.Phase == engine.Exchanging && v.Exchange == nil:
		return NoTable
	}
	return WholeTable
}

// aboveHand returns the part of the board above a hand; nil if there is none. names are by seat.
func (s Scene) aboveHand(t *words.Tongue, names []string) *Board {
	switch s.BesideHand() {
	case NoTable:
		return nil
	case Strip:
		return s.plan(t, names).strip()
	default:
		return s.plan(t, names)
	}
}

// strip returns the part of the board above a hand during play: contract, announcements, players with
// their cards, and open cards.
func (b *Board) strip() *Board {
	b.Rowed, b.Middle.Backs = true, false
	b.Foot.Total, b.Foot.Turned = Figure{}, nil
	b.Foot.Groups = slices.DeleteFunc(b.Foot.Groups, func(g Group) bool { return g.Best != NoHighlight })
	return b
}
