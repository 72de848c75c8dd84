package messages

import (
	"cmp"
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
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
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Behind: m.Behind(t), Repost: m.Repost, Lost: m.Lost, Whole: d.Outbox.Traits(m.Place).Forgets,
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

// Want implements outbox.Source. Messages and the digest of one reader depend on each other.
func (d *Display) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	id := chat.TableID(key.ID)
	defer d.recoverTable(id, &err)
	gathers := d.agenda.concernsDigest(id, key.Place)
	if gathers {
		d.agenda.gather(key.Place.User)
	}
	if w, err = d.wantMessage(ctx, id, key.Place, try, gathers); err == nil {
		d.Wakeups.scheduleQuietEnd(w.Screen.Call)
	}
	return w, err
}

// wantMessage is Want without a look at the digest. A screen that was prepared before the digest was
// gathered may notify its reader no more, so it is made again.
func (d *Display) wantMessage(ctx context.Context, id chat.TableID, place chat.Place, try outbox.Try, gathered bool) (w outbox.Want, err error) {
	l, m, err := d.openMessage(ctx, id, place)
	if err != nil {
		return w, err
	}
	defer l.Unlock()
	if gathered {
		l.TakePrepared(place)
	}
	w.MessageState = d.stateNow(l, *m)
	switch try.Next(w.MessageState) {
	case outbox.Idle:
	case outbox.Retire:
		in, _ := d.Readers.reader(l.Table(), *m)
		w.Screen = screens.Retired(in)
	default:
		w.Screen = d.newScreen(l, *m)
		d.scheduleCall(id, w.Screen.Call)
	}
	return w, nil
}

// openMessage opens the table and returns its message in the place. The caller must unlock the table.
func (d *Display) openMessage(ctx context.Context, id chat.TableID, place chat.Place) (*tables.Locked, *match.Message, error) {
	l, err := d.Tables.Open(ctx, id)
	if err != nil {
		return nil, nil, cmp.Or(chat.UnlessRefused(err), outbox.ErrNone)
	}
	if m := l.Table().Messages.In(place); m != nil {
		return l, m, nil
	}
	l.Unlock()
	return nil, nil, outbox.ErrNone
}

// newScreen returns the message's screen, prepared or made now.
func (d *Display) newScreen(l *tables.Locked, m match.Message) chat.Screen {
	if s, ok := l.TakePrepared(m.Place); ok {
		return s
	}
	return d.Screen(l.Snapshot(), m)
}

// Shown implements outbox.Source. If the chat goes on elsewhere, so do its tables.
func (d *Display) Shown(ctx context.Context, key outbox.Key, out outbox.Outcome) (s outbox.MessageState, err error) {
	id := chat.TableID(key.ID)
	defer d.recoverTable(id, &err)
	from := key.Place.Chat
	if moved, is := errors.AsType[chat.Migrated](out.Err); is && moved.To != "" && from != "" && moved.To != from {
		if err := d.Moved(ctx, from, moved.To); err != nil && d.Running.Err() == nil {
			d.Log.Warn("a chat has not been moved", "platform", key.Place.Platform(), "err", err)
		}
	}
	l, _, err := d.openMessage(ctx, id, key.Place)
	if err != nil {
		return s, err
	}
	defer l.Unlock()
	d.record(l, key.Place, out)
	return d.stateNow(l, *l.Table().Messages.In(key.Place)), nil
}

// record notes in the table what has come of a step with its message.
func (d *Display) record(l *tables.Locked, place chat.Place, out outbox.Outcome) {
	if out.Step == outbox.Retire {
		if out.Final {
			note(l, place, func(m *match.Message) {
				if m.Old == out.Old {
					m.Old = ""
				}
			})
		}
		return
	}
	if out.Err == nil && !out.Again {
		d.recordCall(l.Table().ID, out.Screen.Call)
	}
	if out.Err == nil || out.Ref != "" {
		d.recordShown(l, place, out)
	}
	switch {
	case errors.Is(out.Err, chat.ErrGone):
		note(l, place, func(m *match.Message) { m.Ref = "" })
	case errors.Is(out.Err, chat.ErrBlocked):
		d.recordLost(l, place, true)
	case errors.Is(out.Err, chat.ErrRefused):
		note(l, place, func(m *match.Message) { m.Repost = false })
	}
}

// note notes, in memory alone, what the table's message in the place shows.
func note(l *tables.Locked, place chat.Place, set func(*match.Message)) {
	l.SetMessages(func(m *match.Message) {
		if m.Place == place {
			set(m)
		}
	})
}

// recordShown records which message stands, and which revision it shows.
func (d *Display) recordShown(l *tables.Locked, place chat.Place, out outbox.Outcome) {
	rev := int64(0)
	if out.Whole {
		rev = out.Rev
	}
	before := *l.Table().Messages.In(place)
	posted := before.Ref != out.Ref
	note(l, place, func(m *match.Message) {
		m.Repost = m.Repost && out.Old != ""
		if posted && out.Old == "" {
			m.Ref, m.Old, m.Shown = out.Ref, m.Ref, rev
		} else {
			m.Ref, m.Shown = out.Ref, max(m.Shown, rev)
		}
	})
	switch {
	case before.Lost && !d.Queue.WasLost(MessageKey(l.Table().ID, place)):
		d.recordLost(l, place, false)
	case posted:
		d.storeRef(l, place)
	}
}

// storeRef stores a new message's reference, even while the bot stops: without it a restart would
// post a second message. A platform that forgets needs none.
func (d *Display) storeRef(l *tables.Locked, place chat.Place) {
	l.SetUnstored()
	if d.Outbox.Traits(place).Forgets {
		return
	}
	c := l.Change()
	c.Unshown = true
	if err := d.Tables.Commit(context.WithoutCancel(d.Running), l, c); err != nil {
		d.Log.Warn("message reference not stored", "err", err)
	}
}

// recoverTable keeps a panic at one table from reaching any other.
func (d *Display) recoverTable(id chat.TableID, err *error) {
	if r := recover(); r != nil {
		_ = chat.LogFault(d.Log, "table "+string(id), r) // it is in the log; there is nobody to tell
		d.Tables.Reread(id)
		*err = outbox.ErrNone
	}
}

// IsSettled reports whether nothing more is going to be shown of the table in the place.
func (d *Display) IsSettled(l *tables.Locked, place chat.Place) bool {
	m := l.Table().Messages.In(place)
	return m == nil || !d.Outbox.Serves(place) || !l.HoldsScreens() && d.Queue.IsSettled(MessageKey(l.Table().ID, place), d.stateNow(l, *m))
}
