package plan

import (
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Scene describes a table as everyone sees it: the deal and the state of the match. It has no field for a
// hand, so its picture can't reveal one.
type Scene struct {
	Rules engine.RuleSet    // of the match
	Seen  []engine.Event    // the deal's public events
	Deal  engine.PublicView // zero before and after the match; without Thirds no card points are shown
	Names []string          // by seat; "" for an empty chair
	Score engine.Score      // of the match, Over once play has stopped; without Totals none is shown
	// Last is the previous deal's result, shown until the first action of the
	// next; nil for none. LastTrick is the trick that ended it.
	Last      *engine.Result
	LastTrick engine.Trick
	Doubled   bool         // the last deal counted double
	Asked     engine.Seats // asked players; their chairs are reserved until they answer
	Left      engine.Seats // players who left and thereby ended the match
	// TakenOver holds, by seat, the names of players replaced by the computer.
	// Such a match counts for nobody. "" elsewhere.
	TakenOver []string
}

// champions returns the winners of a finished match (R22). It returns no seats if every player has won.
func (s Scene) champions() engine.Seats {
	if !s.Score.Over || s.Score.Winners.Len() == len(s.Names) {
		return 0
	}
	return s.Score.Winners
}

// Extent says how much of the table a seat's picture shows above the hand.
type Extent int

// The extents, from the smallest.
const (
	NoTable    Extent = iota // only the hand
	Strip                    // the players and the trick
	WholeTable               // the whole board
)

// BesideHand returns how much of the table TableAndHand shows: as little as needed, to leave room for
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
		return s.board(t, names).strip()
	default:
		return s.board(t, names)
	}
}
