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

// stateLocked is state for the outbox: a message isn't behind while the computer is about to move.
func (d *Display) stateLocked(l *tables.Entry, m match.Message) outbox.MessageState {
	s := d.state(l.State, m)
	s.Behind = s.Behind && !l.HoldsScreensLocked()
	return s
}

// refreshLocked delivers every message of the table after something else than the table has changed.
// Messages that satisfy the condition are sent even if they are current; nil means none.
func (d *Display) refreshLocked(l *tables.Entry, such func(match.Message) bool) {
	l.Prepared = tables.Prepared{}
	if such != nil {
		d.forceLocked(l, such)
	}
	d.DeliverLocked(l)
}

// forceLocked makes the next delivery send the messages that satisfy the condition even if they are
// current.
func (d *Display) forceLocked(l *tables.Entry, such func(match.Message) bool) {
	for _, m := range l.State.Messages {
		if such(m) {
			d.Queue.Force(MessageKey(l.ID, m.Place))
		}
	}
}

// DeliverLocked brings every message of the table up to date, each on its own.
func (d *Display) DeliverLocked(l *tables.Entry) {
	if l.State == nil {
		return
	}
	for _, m := range l.State.Messages {
		if d.Outbox.Serves(m.Place) && d.Queue.Deliver(MessageKey(l.ID, m.Place), d.stateLocked(l, m)) {
			delete(l.Prepared.Screens, m.Place) // it may take long until its turn comes
		}
	}
}

// RefreshForLocked shows a person's panels again, after a press that changed nothing.
func (d *Display) RefreshForLocked(l *tables.Entry, p people.Person) {
	if l.State != nil {
		d.RefreshSeatLocked(l, l.State.Chairs.SeatOf(p.Participant()))
	}
}

// RefreshSeatLocked shows the seat's panels again, after a press that changed nothing.
func (d *Display) RefreshSeatLocked(l *tables.Entry, seat engine.Seat) {
	d.refreshLocked(l, func(m match.Message) bool { return m.Seat == seat && seat != engine.Nobody })
}

// retryLocked retries the table's messages that couldn't be shown, and reports stale ones to the
// operator.
func (d *Display) retryLocked(l *tables.Entry) {
	if l.State == nil {
		return
	}
	for _, m := range l.State.Messages {
		if d.Outbox.Serves(m.Place) && !m.Lost {
			d.Queue.ReportStale(MessageKey(l.ID, m.Place))
		}
	}
	d.refreshLocked(l, nil)
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
		delete(l.Prepared.Screens, place)
	}
	w.MessageState = d.stateLocked(l, *m)
	switch try.Next(w.MessageState) {
	case outbox.Idle:
	case outbox.Retire:
		in, _ := d.Readers.reader(l.State, *m)
		w.Screen = screens.Retired(in)
	default:
		w.Screen = d.newScreenLocked(l, *m)
		d.scheduleCallLocked(l, w.Screen.Call)
	}
	return w, nil
}

// openMessage opens the table and returns its message in the place. The caller must unlock the table.
func (d *Display) openMessage(ctx context.Context, id chat.TableID, place chat.Place) (*tables.Entry, *match.Message, error) {
	l, err := d.Tables.Open(ctx, id)
	if err != nil {
		return nil, nil, cmp.Or(chat.UnlessRefused(err), outbox.ErrNone)
	}
	if m := l.State.Messages.In(place); m != nil {
		return l, m, nil
	}
	l.Unlock()
	return nil, nil, outbox.ErrNone
}

// newScreenLocked returns the message's screen, prepared or made now.
func (d *Display) newScreenLocked(l *tables.Entry, m match.Message) chat.Screen {
	s, ok := l.Prepared.Screens[m.Place]
	if !ok || l.Prepared.Rev != l.State.Rev {
		return d.ScreenLocked(l, m)
	}
	delete(l.Prepared.Screens, m.Place)
	return s
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
	d.recordLocked(l, key.Place, out)
	return d.stateLocked(l, *l.State.Messages.In(key.Place)), nil
}

// recordLocked notes in the table what has come of a step with its message.
func (d *Display) recordLocked(l *tables.Entry, place chat.Place, out outbox.Outcome) {
	m := l.State.Messages.In(place)
	if out.Step == outbox.Retire {
		if out.Final && m.Old == out.Old {
			m.Old = ""
		}
		return
	}
	if out.Err == nil && !out.Again {
		recordCallLocked(l, out.Screen.Call)
	}
	if out.Err == nil || out.Ref != "" {
		d.recordShownLocked(l, m, out)
	}
	switch m := l.State.Messages.In(place); { // another state's, if something was stored
	case errors.Is(out.Err, chat.ErrGone):
		m.Ref = ""
	case errors.Is(out.Err, chat.ErrBlocked):
		d.recordLostLocked(l, place, true)
	case errors.Is(out.Err, chat.ErrRefused):
		m.Repost = false
	}
}

// recordShownLocked records which message stands, and which revision it shows.
func (d *Display) recordShownLocked(l *tables.Entry, m *match.Message, out outbox.Outcome) {
	rev := int64(0)
	if out.Whole {
		rev = out.Rev
	}
	m.Repost = m.Repost && out.Old != ""
	posted := m.Ref != out.Ref
	if posted && out.Old == "" {
		m.Ref, m.Old, m.Shown = out.Ref, m.Ref, rev
	} else {
		m.Ref, m.Shown = out.Ref, max(m.Shown, rev)
	}
	switch {
	case m.Lost && !d.Queue.WasLost(MessageKey(l.ID, m.Place)):
		d.recordLostLocked(l, m.Place, false)
	case posted:
		d.storeRefLocked(l, m.Place)
	}
}

// storeRefLocked stores a new message's reference, even while the bot stops: without it a restart
// would post a second message. A platform that forgets needs none.
func (d *Display) storeRefLocked(l *tables.Entry, place chat.Place) {
	l.RefsUnstored = true
	if d.Outbox.Traits(place).Forgets {
		return
	}
	if err := d.Tables.StoreRefsLocked(context.WithoutCancel(d.Running), l); err != nil {
		d.Log.Warn("message reference not stored", "err", err)
	}
}

// recoverTable keeps a panic at one table from reaching any other. The table is read from the store
// again when it is next needed.
func (d *Display) recoverTable(id chat.TableID, err *error) {
	if r := recover(); r != nil {
		_ = chat.LogFault(d.Log, "table "+string(id), r) // it is in the log; there is nobody to tell
		l := d.Tables.Lock(id)
		defer l.Unlock()
		l.State = nil
		*err = outbox.ErrNone
	}
}

// IsSettledLocked reports whether nothing more is going to be shown of the table in the place.
func (d *Display) IsSettledLocked(l *tables.Entry, place chat.Place) bool {
	m := l.State.Messages.In(place)
	return m == nil || !d.Outbox.Serves(place) || !l.HoldsScreensLocked() && d.Queue.IsSettled(MessageKey(l.ID, place), d.stateLocked(l, *m))
}
