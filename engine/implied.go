package engine

import "slices"

// ImpliedMover is a Round whose records leave a move out: a seat is asked, so that
// nobody learns anything from who is asked, but has no choice.
type ImpliedMover interface {
	// ImpliedMove returns the only move that can be made now. It returns false
	// outside of such a turn.
	ImpliedMove() (Move, bool)
}

// impliedMove returns the move that a record leaves out now.
func (d *Deal) impliedMove() (Move, bool) {
	if !d.canImply {
		return Move{}, false
	}
	return d.round.(ImpliedMover).ImpliedMove()
}

// markImplied notes that the next move is the implied one, if m is.
func (d *Deal) markImplied(m Move) {
	if implied, ok := d.impliedMove(); ok && implied == m {
		d.implied = int16(len(d.moves) + 1)
	}
}

// spokenMoves returns the moves without the implied one, if another move follows it. A
// player may leave at any time, so leaving implies no move.
func (d *Deal) spokenMoves() []Move {
	moves, next := d.Moves(), int(d.implied)
	if next == 0 || next == len(moves) || moves[next].Action.Verb == Resign || moves[next].Action.Verb == Timeout {
		return moves
	}
	return slices.Delete(moves, next-1, next)
}

// insertImpliedMove makes the move that the record left out before m, and then m. It
// reports whether both were allowed.
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
