package messages

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// MessageKey names the table's message in the place.
func MessageKey(id chat.TableID, place chat.Place) outbox.Key {
	return outbox.Key{ID: string(id), Place: place}
}

// state returns how the message stands.
func (d *Display) state(t *match.Table, m match.Message) outbox.MessageState {
	s := outbox.MessageState{
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Behind: m.Behind(t), Repost: m.Repost, Lost: m.Lost, PostComplete: d.Outbox.Traits(m.Place).Forgets,
	}
	s.Hidden = s.Unfinished() && !d.Facts.MayRead(t, m)
	return s
}

// stateNow is state for the outbox: a message isn't behind while the computer is about to move.
func (d *Display) stateNow(l *tables.Locked, m match.Message) outbox.MessageState {
	s := d.state(l.Table(), m)
	s.Behind = s.Behind && !l.HoldsScreens()
	return s
}

// refresh delivers every message of the table after something else than the table has changed.
// Messages that satisfy the condition are sent even if they are current; nil means none.
func (d *Display) refresh(l *tables.Locked, such func(match.Message) bool) {
	l.DropPrepared()
	if such != nil {
		d.force(l, such)
	}
	d.Deliver(l)
}

// force makes the next delivery send the messages that satisfy the condition even if they are
// current.
func (d *Display) force(l *tables.Locked, such func(match.Message) bool) {
	t := l.Table()
	for _, m := range t.Messages {
		if such(m) {
			d.Queue.Force(MessageKey(t.ID, m.Place))
		}
	}
}

// Deliver brings every message of the table up to date, each on its own.
func (d *Display) Deliver(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if d.Outbox.Serves(m.Place) && d.Queue.Deliver(MessageKey(t.ID, m.Place), d.stateNow(l, m)) {
			l.TakePrepared(m.Place) // it may take long until its turn comes
		}
	}
}

// RefreshFor shows a person's panels again, after a press that changed nothing.
func (d *Display) RefreshFor(l *tables.Locked, p people.Person) {
	d.RefreshSeat(l, l.Table().Chairs.SeatOf(p.Participant()))
}

// RefreshSeat shows the seat's panels again, after a press that changed nothing.
func (d *Display) RefreshSeat(l *tables.Locked, seat engine.Seat) {
	d.refresh(l, func(m match.Message) bool { return m.Seat == seat && seat != engine.Nobody })
}

// retry retries the table's messages that couldn't be shown, and reports stale ones to the
// operator.
func (d *Display) retry(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if d.Outbox.Serves(m.Place) && !m.Lost {
			d.Queue.ReportStale(MessageKey(t.ID, m.Place))
		}
	}
	d.refresh(l, nil)
}

// IsSettled reports whether nothing more is going to be shown of the table in the place.
func (d *Display) IsSettled(l *tables.Locked, place chat.Place) bool {
	m := l.Table().Messages.In(place)
	return m == nil || !d.Outbox.Serves(place) || !l.HoldsScreens() && d.Queue.IsSettled(MessageKey(l.Table().ID, place), d.stateNow(l, *m))
}
