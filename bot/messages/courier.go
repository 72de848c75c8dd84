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

func messageKey(id chat.TableID, place chat.Place) outbox.Key {
	return outbox.Key{ID: string(id), Place: place}
}

// Courier hands the messages of locked tables to the outbox. It implements tables.Display.
type Courier struct {
	outbox *outbox.Outbox
	facts  *players.Facts
	queue  *outbox.Queue
}

// CancelDelay ends the message's delay, because its reader is waiting.
func (cr *Courier) CancelDelay(id chat.TableID, place chat.Place) {
	cr.queue.CancelDelay(messageKey(id, place))
}

func (cr *Courier) storedState(t *match.Table, m match.Message) outbox.MessageState {
	s := outbox.MessageState{
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Stale: m.IsBehind(t), Repost: m.Repost, Lost: m.Lost,
		PostComplete: cr.outbox.Traits(m.Place).LosesMessages,
	}
	s.Hidden = s.IsUnfinished() && !cr.facts.MayRead(t, m)
	return s
}

// stateToShow marks no message as behind while the computer is about to move.
func (cr *Courier) stateToShow(l *tables.Locked, m match.Message) outbox.MessageState {
	s := cr.storedState(l.Table(), m)
	s.Stale = s.Stale && !l.HoldsScreens()
	return s
}

func (cr *Courier) redraw(l *tables.Locked) {
	l.DiscardAllPrepared()
	cr.Deliver(l)
}

func (cr *Courier) forceNext(l *tables.Locked, cond func(match.Message) bool) {
	t := l.Table()
	for _, m := range t.Messages {
		if cond(m) {
			cr.queue.Force(messageKey(t.ID, m.Place))
		}
	}
}

// Deliver starts to deliver every message of the table.
func (cr *Courier) Deliver(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if cr.outbox.Serves(m.Place) && cr.queue.Deliver(messageKey(t.ID, m.Place), cr.stateToShow(l, m)) {
			l.DiscardPrepared(m.Place) // it may be outdated after the current delivery
		}
	}
}

// RefreshSeat redraws the seat's panels after a press that changed nothing.
func (cr *Courier) RefreshSeat(l *tables.Locked, seat engine.Seat) {
	cr.forceNext(l, func(m match.Message) bool { return m.Seat == seat && seat != engine.Nobody })
	cr.redraw(l)
}

// IsSettled reports whether the message in the place stays as it is until the table changes.
func (cr *Courier) IsSettled(l *tables.Locked, place chat.Place) bool {
	m := l.Table().Messages.In(place)
	return m == nil || !cr.outbox.Serves(place) ||
		!l.HoldsScreens() && cr.queue.IsSettled(messageKey(l.Table().ID, place), cr.stateToShow(l, *m))
}

// IsBehind reports whether a message is out of date. Lost places don't count.
func (cr *Courier) IsBehind(t *match.Table) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return cr.storedState(t, m).IsDue() })
}

func (cr *Courier) isIdle(l *tables.Locked) bool {
	t := l.Table()
	return !l.IsUnstored() && !cr.queue.IsInFlight(string(t.ID)) && !cr.IsBehind(t) &&
		!slices.ContainsFunc(t.Messages, func(m match.Message) bool { return !cr.IsSettled(l, m.Place) })
}

// Reconcile prepares the messages of a table that was just read. Unless the table is dirty, they are recorded as
// current. If fresh is true, platforms that forget messages get all of them again, except closed challenges.
func (cr *Courier) Reconcile(l *tables.Locked, fresh, dirty bool) {
	t := l.Table()
	l.SetMessages(func(m *match.Message) {
		switch {
		case fresh && cr.outbox.Traits(m.Place).LosesMessages && t.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.ShownRev = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.ShownRev = "", false, t.Rev
		}
		if fresh && !cr.facts.MayRead(t, *m) {
			cr.queue.Force(messageKey(t.ID, m.Place))
		}
	})
	for s, c := range t.Chairs {
		if seat := engine.Seat(s); dirty && c.RaisedAt > 0 && t.Waiting().Has(seat) { // perhaps the call wasn't made
			cr.forceCall(l, seat)
		}
	}
}

func (cr *Courier) forceCall(l *tables.Locked, s engine.Seat) {
	public := slices.ContainsFunc(cr.facts.Unreached(l.Table()), func(m match.Message) bool { return m.Seat == s })
	cr.forceNext(l, func(m match.Message) bool { return m.Seat == s || public && m.Seat == engine.Nobody })
}

func (cr *Courier) retryStale(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if cr.outbox.Serves(m.Place) && !m.Lost {
			cr.queue.ReportStale(messageKey(t.ID, m.Place))
		}
	}
	cr.redraw(l)
}
