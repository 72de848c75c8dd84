package engine

import "errors"

type undoState struct {
	lastShowedNothing bool
	// barred are the seats whose last move, or a later one, showed another seat's card.
	barred Seats
}

func (u *undoState) update(seat Seat, events []Event) {
	u.barred &^= seat.Bit()
	for _, e := range events {
		u.barred |= barredBy(e)
	}
}

// ErrNoUndo means that the seat has made no move.
var ErrNoUndo = errors.New("engine: nothing to take back")

// CanUndoByConsent reports whether the seat's last move can be taken back if all agree: it and later moves showed no
// card of another seat.
func (d *Deal) CanUndoByConsent(seat Seat) bool {
	return d.hasSeat(seat) && !d.undo.barred.Has(seat) && d.MoveCount(seat) > 0 && d.round.Result() == nil
}

// CanUndoAlone reports whether the seat made the deal's last move and may take it back without asking: it showed
// nothing to anyone, not even a new card to the seat.
func (d *Deal) CanUndoAlone(seat Seat) bool {
	n := len(d.moves)
	return n > 0 && d.undo.lastShowedNothing && d.moves[n-1].Seat == seat && d.round.Result() == nil
}

// Undo takes back the seat's last move and all later moves, or returns ErrNoUndo. It doesn't check CanUndoAlone or
// CanUndoByConsent.
func (d *Deal) Undo(seat Seat) error {
	n := len(d.moves) - 1
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

// MoveCount returns the number of the seat's moves.
func (d *Deal) MoveCount(seat Seat) int {
	n := 0
	for _, m := range d.moves {
		if m.Seat == seat {
			n++
		}
	}
	return n
}

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

// barredBy bars all seats but the owner of the shown cards.
func barredBy(e Event) Seats {
	const all = 1<<MaxSeats - 1
	owner, showed := Nobody, true
	switch e := e.(type) {
	case Played:
		owner = e.Seat
	case Uncovered:
		owner = e.Seat
	case Spoke:
		owner, showed = e.Seat, e.Action.Verb == Declare || e.Action.Word == Ross // reveals held cards
	case ExchangeShown:
		owner, showed = e.Seat, e.Tarocks != 0
	case Discarded:
		owner, showed = e.Seat, e.Tarocks != 0
	case TalonTurned, TalonAdded: // nobody held them
	default:
		showed = false
	}
	if !showed {
		return 0
	}
	return all &^ owner.Bit()
}
