package messages

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// MessageKey returns the key of the table's message in the place.
func MessageKey(id chat.TableID, place chat.Place) outbox.Key {
	return outbox.Key{ID: string(id), Place: place}
}

// state returns the state of the table's message.
func (d *Display) state(t *match.Table, m match.Message) outbox.MessageState {
	s := outbox.MessageState{
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Behind: m.Behind(t), Repost: m.Repost, Lost: m.Lost, PostComplete: d.config.Outbox.Traits(m.Place).Forgets,
	}
	s.Hidden = s.Unfinished() && !d.config.Facts.MayRead(t, m)
	return s
}

// stateNow is state for the outbox: no message is behind while the computer is about to move.
func (d *Display) stateNow(l *tables.Locked, m match.Message) outbox.MessageState {
	s := d.state(l.Table(), m)
	s.Behind = s.Behind && !l.HoldsScreens()
	return s
}

// refresh delivers every message of the table after something else than the table has changed. Messages that satisfy
// cond are sent even if they are current; nil means none.
func (d *Display) refresh(l *tables.Locked, cond func(match.Message) bool) {
	l.DropPrepared()
	if cond != nil {
		d.force(l, cond)
	}
	d.Deliver(l)
}

// force makes the next delivery send the messages that satisfy cond even if they are current.
func (d *Display) force(l *tables.Locked, cond func(match.Message) bool) {
	t := l.Table()
	for _, m := range t.Messages {
		if cond(m) {
			d.Queue.Force(MessageKey(t.ID, m.Place))
		}
	}
}

// Deliver starts to bring every message of the table up to date.
func (d *Display) Deliver(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if d.config.Outbox.Serves(m.Place) && d.Queue.Deliver(MessageKey(t.ID, m.Place), d.stateNow(l, m)) {
			l.DiscardPrepared(m.Place) // it may be old when the delivery starts
		}
	}
}

// RefreshFor redraws a person's panels after a press that changed nothing.
func (d *Display) RefreshFor(l *tables.Locked, p people.Person) {
	d.RefreshSeat(l, l.Table().Chairs.SeatOf(p.Participant()))
}

// RefreshSeat redraws the seat's panels after a press that changed nothing.
func (d *Display) RefreshSeat(l *tables.Locked, seat engine.Seat) {
	d.refresh(l, func(m match.Message) bool { return m.Seat == seat && seat != engine.Nobody })
}

// retry retries the table's messages that couldn't be shown, and logs stale ones.
func (d *Display) retry(l *tables.Locked) {
	t := l.Table()
	for _, m := range t.Messages {
		if d.config.Outbox.Serves(m.Place) && !m.Lost {
			d.Queue.ReportStale(MessageKey(t.ID, m.Place))
		}
	}
	d.refresh(l, nil)
}

// IsSettled reports whether the table's message in the place will change no more unless the table does.
func (d *Display) IsSettled(l *tables.Locked, place chat.Place) bool {
	m := l.Table().Messages.In(place)
	return m == nil || !d.config.Outbox.Serves(place) || !l.HoldsScreens() && d.Queue.IsSettled(MessageKey(l.Table().ID, place), d.stateNow(l, *m))
}
