package messages

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/players"
	"tarockbot/engine"
)

// messageKey returns the key of the table's message in the place.
func messageKey(id chat.TableID, place chat.Place) outbox.Key {
	return outbox.Key{ID: string(id), Place: place}
}

// Courier hands the messages of locked tables to the outbox. It implements tables.Display.
type Courier struct {
	outbox *outbox.Outbox
	facts  *players.Facts
	queue  *outbox.Queue
}

// CancelDelay ends the delay before the table's message in the place: its reader is present and waits.
func (cr *Courier) CancelDelay(id chat.TableID, place chat.Place) {
	cr.queue.CancelDelay(messageKey(id, place))
}

// storedState returns the state of the message as the table has it.
func (cr *Courier) storedState(t *match.Table, m match.Message) outbox.MessageState {
	s := outbox.MessageState{
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Behind: m.Behind(t), Repost: m.Repost, Lost: m.Lost,
		PostComplete: cr.outbox.Traits(m.Place).Forgets,
	}
	s.Hidden = s.Unfinished() && !cr.facts.MayRead(t, m)
	return s
}

// stateToShow returns the state that the outbox goes by: no message is behind while the computer is about to move.
func (cr *Courier) stateToShow(l *tables.Locked, m match.Message) outbox.MessageState {
	s := cr.storedState(l.Table(), m)
	s.Behind = s.Behind && !l.HoldsScreens()
	return s
}

// redraw delivers every message of the table after something else than the table has changed.
func (cr *Courier) redraw(l *tables.Locked) {
	l.DiscardAllPrepared()
	cr.Deliver(l)
}

// forceNext makes the next delivery send the messages that satisfy cond even if they are current.
func (cr *Courier) forceNext(l *tables.Locked, cond func(match.Message) bool) {
	t := l.Table()
	for _, m := range t.Messages {
		if cond(m) {
			cr.queue.Force(messageKey(t.ID, m.Place))
		}
	}
}

// Deliver starts to bring every message of the table up to date.
func (cr *Courier) Deliver(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if cr.outbox.Serves(m.Place) && cr.queue.Deliver(messageKey(t.ID, m.Place), cr.stateToShow(l, m)) {
			l.DiscardPrepared(m.Place) // it may be old when the delivery starts
		}
	}
}

// RefreshSeat redraws the seat's panels after a press that changed nothing.
func (cr *Courier) RefreshSeat(l *tables.Locked, seat engine.Seat) {
	cr.forceNext(l, func(m match.Message) bool { return m.Seat == seat && seat != engine.Nobody })
	cr.redraw(l)
}

// IsSettled reports whether the table's message in the place will change no more unless the table does.
func (cr *Courier) IsSettled(l *tables.Locked, place chat.Place) bool {
	m := l.Table().Messages.In(place)
	return m == nil || !cr.outbox.Serves(place) ||
		!l.HoldsScreens() && cr.queue.IsSettled(messageKey(l.Table().ID, place), cr.stateToShow(l, *m))
}

// IsBehind reports whether a message of the table is out of date. Lost places don't count: the first sign of life
// updates them.
func (cr *Courier) IsBehind(t *match.Table) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return cr.storedState(t, m).Due() })
}

// isIdle reports whether everything of the table is shown and stored.
func (cr *Courier) isIdle(l *tables.Locked) bool {
	t := l.Table()
	return !l.IsUnstored() && !cr.queue.IsInFlight(string(t.ID)) && !cr.IsBehind(t) &&
		!slices.ContainsFunc(t.Messages, func(m match.Message) bool { return !cr.IsSettled(l, m.Place) })
}

// Reconcile records that the messages of a table that was just read are current, unless the table is dirty. If it is
// fresh, it is read for the first time since a start: then a platform that forgets shows nothing, and gets everything
// except closed challenges.
func (cr *Courier) Reconcile(l *tables.Locked, fresh, dirty bool) {
	t := l.Table()
	l.SetMessages(func(m *match.Message) {
		switch {
		case fresh && cr.outbox.Traits(m.Place).Forgets && t.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, t.Rev
		}
		if fresh && !cr.facts.MayRead(t, *m) {
			cr.queue.Force(messageKey(t.ID, m.Place))
		}
	})
	for s, c := range t.Chairs {
		if seat := engine.Seat(s); dirty && c.RaisedAt > 0 && t.Waiting().Has(seat) { // it is unknown whether the call was made
			cr.forceCall(l, seat)
		}
	}
}

// forceCall forces the messages that notify the seat: its panels, and the boards if it can't be reached privately.
func (cr *Courier) forceCall(l *tables.Locked, s engine.Seat) {
	public := slices.ContainsFunc(cr.facts.Unreached(l.Table()), func(m match.Message) bool { return m.Seat == s })
	cr.forceNext(l, func(m match.Message) bool { return m.Seat == s || public && m.Seat == engine.Nobody })
}

// retryStale retries the table's messages that couldn't be shown, and logs stale ones.
func (cr *Courier) retryStale(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if cr.outbox.Serves(m.Place) && !m.Lost {
			cr.queue.ReportStale(messageKey(t.ID, m.Place))
		}
	}
	cr.redraw(l)
}
