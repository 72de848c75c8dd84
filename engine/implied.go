package engine

import "slices"

// ImpliedMover is a Round that also prompts a seat with only one possible move, to hide that the seat has no choice.
// Records omit such a move.
type ImpliedMover interface {
	// ImpliedMove returns the only possible move; false if there are several.
	ImpliedMove() (Move, bool)
}

func (d *Deal) impliedMove() (Move, bool) {
	m, ok := d.round.(ImpliedMover)
	if !ok {
		return Move{}, false
	}
	return m.ImpliedMove()
}

func (d *Deal) markImplied(m Move) {
	if implied, ok := d.impliedMove(); ok && implied == m {
		d.implied = int16(len(d.moves) + 1)
	}
}

// recordedMoves omits the implied move if another move follows. Leaving doesn't imply it, because a seat may always
// leave.
func (d *Deal) recordedMoves() []Move {
	moves, next := d.Moves(), int(d.implied)
	if next == 0 || next == len(moves) || moves[next].Action.Verb.Leaves() {
		return moves
	}
	return slices.Delete(moves, next-1, next)
}

// insertImpliedMove makes the move that the record omits, then m, and reports success.
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
