package render

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// Extent is how much of the table a picture of a seat shows above the hand.
type Extent int

// The extents.
const (
	NoTable    Extent = iota // there is nothing to be seen of it but the hand
	Strip                    // the players and the trick, in a strip
	WholeTable               // the board
)

// BesideHand is how much of the table Studio.Seat shows: what has happened, in as
// little room as that takes, so that on a phone there is some left for buttons.
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

// table is what a seat's picture shows of the scene, with the names by seat; false
// for nothing.
func (s Scene) table(t *words.Tongue, names []string) (board, bool) {
	switch s.BesideHand() {
	case NoTable:
		return board{}, false
	case Strip:
		return s.plan(t, names).strip(), true
	default:
		return s.plan(t, names), true
	}
}

// strip is what the strip above a hand tells while tricks are played: of the
// board the contract and announcements, the players with their cards of the trick,
// and what lies open.
func (b board) strip() board {
	b.Rowed, b.Middle.Backs = true, false
	b.Foot.Total, b.Foot.Turned = figure{}, nil
	b.Foot.Groups = slices.DeleteFunc(b.Foot.Groups, func(g group) bool { return g.Best != nothingStandsOut })
	return b
}
