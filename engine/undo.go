package engine

import "errors"

// undoState says which moves can be taken back.
type undoState struct {
	lastShowedNothing bool // the deal's last move showed nothing to anybody
	// barred are the seats that can't take their last move back by consent: this move, or one after it, showed a
	// card of another seat.
	barred Seats
}

// update notes which moves can be taken back after the seat's move, given the events of that move.
func (u *undoState) update(seat Seat, events []Event) {
	u.barred &^= seat.Bit()
	for _, e := range events {
		u.barred |= barredBy(e)
	}
}

// ErrNoUndo says that the seat has no move to take back.
var ErrNoUndo = errors.New("engine: nothing to take back")

// CanUndoByConsent reports whether the seat's last move can be taken back if all
// agree: neither this move nor one after it has shown a card of another seat.
func (d *Deal) CanUndoByConsent(seat Seat) bool {
	return d.seated(seat) && !d.undo.barred.Has(seat) && d.MoveCount(seat) > 0 && d.round.Result() == nil
}

// CanUndoAlone reports whether the seat can take back the deal's last move without
// asking: the move was the seat's own and showed nothing to anybody, not even a new card
// to the seat.
func (d *Deal) CanUndoAlone(seat Seat) bool {
	n := len(d.moves)
	return n > 0 && d.undo.lastShowedNothing && d.moves[n-1].Seat == seat && d.round.Result() == nil
}

// Undo takes the seat's last move back, and all moves after it. The caller decides
// whether the seat may: see CanUndoAlone and CanUndoByConsent. Undo returns ErrNoUndo if
// the seat has made no move.
func (d *Deal) Undo(seat Seat) error {
	n := len(d.moves) - 1 // moves that stay
	for n >= 0 && d.moves[n].Seat != seat {
		n--
	}
	if n < 0 {
		return ErrNoUndo
	}
	fresh, err := NewDeal(d.game, d.rules, d.options, d.cards)
	if err != nil {
		return err
	}
	for _, m := range d.moves[:n] {
		if _, err := fresh.Act(m.Seat, m.Action); err != nil {
			return err
		}
	}
	*d = *fresh
	return nil
}

// MoveCount returns the number of moves the seat has made.
func (d *Deal) MoveCount(seat Seat) int {
	n := 0
	for _, m := range d.moves {
		if m.Seat == seat {
			n++
		}
	}
	return n
}

// revealing reports whether the events showed more than that a seat
// has put cards away.
func revealing(events []Event) bool {
	for _, e := range events {
		switch e := e.(type) {
		case Exchanged:
		case Discarded:
			if e.Tarocks != 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// barredBy returns the seats that can't take their last move back by consent after
// the event: if it showed cards, every seat but the owner of these cards.
func barredBy(e Event) Seats {
	const all = 1<<MaxSeats - 1
	owner, showed := Nobody, true
	switch e := e.(type) {
	case Played:
		owner = e.Seat
	case Uncovered:
		owner = e.Seat
	case Spoke:
		owner, showed = e.Seat, e.Action.Verb == Declare || e.Action.Word == Ross // tells what is held
	case ExchangeShown:
		owner, showed = e.Seat, e.Tarocks != 0
	case Discarded:
		owner, showed = e.Seat, e.Tarocks != 0
	case TalonTurned, TalonAdded: // cards that nobody held
	default:
		showed = false
	}
	if !showed {
		return 0
	}
	return all &^ owner.Bit()
}
