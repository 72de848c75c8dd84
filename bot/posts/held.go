package posts

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// Who is there sees that it is their turn, and isn't called to it at once. A call
// that is held back is made later, if the turn still waits; see outbox.LateCalls.

// awaitCallLocked sees to it that a call which is held back is made when it is time.
func (ps *Posts) awaitCallLocked(l *tables.Entry, c *chat.Call) {
	switch {
	case c == nil:
	case c.Held && !c.Until.IsZero():
		l.HeldCalls[calledSeat(c)] = c.Number
		ps.lateCalls.At(l.ID, c.Until)
	case c.Held:
		delete(l.HeldCalls, calledSeat(c))
	}
}

// showCallLocked lets those messages be shown anew that call the seat.
func (ps *Posts) showCallLocked(l *tables.Entry, s engine.Seat) {
	public := false
	for _, m := range ps.facts.Unreached(l.State) {
		public = public || m.Seat == s
	}
	for _, m := range l.State.Messages {
		if m.Seat == s || public && m.Seat == engine.Nobody {
			ps.Queue.Force(KeyOf(l.ID, m.Place))
		}
	}
}

// callLate makes the calls that are held back at the table, as far as those whom they
// are to aren't there any more.
func (ps *Posts) callLate(id chat.TableID) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = chat.LogFault(ps.log, "call", r)
		}
	}()
	l, err := ps.tables.Open(ps.running, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for s := range l.HeldCalls {
		if ps.Calls.tellsOf(l.State, s) {
			delete(l.HeldCalls, s)
		}
		if !l.HoldsLocked(s) {
			continue
		}
		if until, held := ps.Calls.heldBack(l.State, s); !held || until.IsZero() {
			ps.showCallLocked(l, s)
		} else {
			ps.lateCalls.At(id, until)
		}
	}
	ps.refreshLocked(l)
	return nil
}

// calledLocked notes that the call isn't held back any more.
func calledLocked(l *tables.Entry, c *chat.Call) {
	if c != nil && !c.Held && l.HeldCalls[calledSeat(c)] == c.Number {
		delete(l.HeldCalls, calledSeat(c))
	}
}
