package engine

import "slices"

// ImpliedMover is a Round whose records leave out the move of a seat that has no choice. The seat is asked all the
// same, so that nobody learns that it has none.
type ImpliedMover interface {
	// ImpliedMove returns the only move that can be made now. It returns false
	// in a turn that has a choice.
	ImpliedMove() (Move, bool)
}

// impliedMove returns the move that a record leaves out now.
func (d *Deal) impliedMove() (Move, bool) {
	m, ok := d.round.(ImpliedMover)
	if !ok {
		return Move{}, false
	}
	return m.ImpliedMove()
}

// markImplied notes the number of the next move, m, if that is the implied one.
func (d *Deal) markImplied(m Move) {
	if implied, ok := d.impliedMove(); ok && implied == m {
		d.implied = int16(len(d.moves) + 1)
	}
}

// recordedMoves returns the moves without the implied one, if another move follows it. A
// player may leave at any time, so leaving implies no move.
func (d *Deal) recordedMoves() []Move {
	moves, next := d.Moves(), int(d.implied)
	if next == 0 || next == len(moves) || moves[next].Action.Verb.Leaves() {
		return moves
	}
	return slices.Delete(moves, next-1, next)
}

// insertImpliedMove makes the move that the record left out before m, and then m. It
// reports whether the deal allowed both.
func (d *Deal) insertImpliedMove(m Move) bool {
	implied, ok := d.impliedMove()
	if !ok || implied.Seat == m.Seat {
		return false
	}
	if _, err := d.Act(implied.Seat, implied.Action); err != nil {
		return false
	}
	_, err := d.Act(m.Seat, m.Action)
	return err == nil
}
