package plan

import (
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Scene describes a table as everyone sees it. It has no field for a hand: its picture can't reveal one.
type Scene struct {
	Rules  engine.RuleSet
	Events []engine.Event
	Deal   engine.PublicView // zero before and after the match; without Thirds no card points are shown
	Names  []string
	Score  engine.Score // Over is set once play has stopped; without Totals no score is shown
	// Last is the previous deal's result until the first action of the next, or nil. LastTrick ended it.
	Last         *engine.Result
	LastTrick    engine.Trick
	Doubled      bool
	InvitedSeats engine.Seats // chairs reserved for asked players
	LeaverSeats  engine.Seats // players who ended the match
	// TakenOver holds, by seat, the names of players replaced by the computer, or "".
	TakenOver []string
}

// champions returns the winners of a finished match (R22), or none if every player has won.
func (s Scene) champions() engine.Seats {
	if !s.Score.Over || s.Score.Winners.Len() == len(s.Names) {
		return 0
	}
	return s.Score.Winners
}

// Extent says how much of the table is shown above a seat's hand.
type Extent int

// The extents, from small to large.
const (
	NoTable Extent = iota
	Strip
	WholeTable
)

// BesideHand returns the extent for TableAndHand. A small one leaves room for buttons on a phone.
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
