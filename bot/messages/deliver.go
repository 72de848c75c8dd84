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

// KeyOf names the table's message in the place.
func KeyOf(id chat.TableID, place chat.Place) outbox.Key {
	return outbox.Key{ID: string(id), Place: place}
}

// standing is how the message stands.
func (ps *Posts) standing(t *match.Table, m match.Message) outbox.MessageState {
	s := outbox.MessageState{
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Behind: m.Behind(t), Repost: m.Repost, Lost: m.Lost, Whole: ps.Outbox.Traits(m.Place).Forgets,
	}
	s.Hidden = s.Unfinished() && !ps.Facts.MayRead(t, m)
	return s
}

// standingLocked is how the message stands for the outbox: not behind as long as the computer
// is about to move.
func (ps *Posts) standingLocked(l *tables.Entry, m match.Message) outbox.MessageState {
	s := ps.standing(l.State, m)
	s.Behind = s.Behind && !l.HoldsScreensLocked()
	return s
}

// refreshLocked brings every message up to date, as something else than the table has changed. Those
// that are such are shown even if they show all; nil: none is.
func (ps *Posts) refreshLocked(l *tables.Entry, such func(match.Message) bool) {
	l.Prepared = tables.Prepared{}
	if such != nil {
		ps.forceLocked(l, such)
	}
	ps.DeliverLocked(l)
}

// forceLocked lets such messages be shown at the next delivery even if they show all.
func (ps *Posts) forceLocked(l *tables.Entry, such func(match.Message) bool) {
	for _, m := range l.State.Messages {
		if such(m) {
			ps.Queue.Force(KeyOf(l.ID, m.Place))
		}
	}
}

// DeliverLocked brings every message of the table up to date, each on its own.
func (ps *Posts) DeliverLocked(l *tables.Entry) {
	if l.State == nil {
		return
	}
	for _, m := range l.State.Messages {
		if ps.Outbox.Serves(m.Place) && ps.Queue.Deliver(KeyOf(l.ID, m.Place), ps.standingLocked(l, m)) {
			delete(l.Prepared.Screens, m.Place) // it may take long until its turn comes
		}
	}
}

// RefreshForLocked shows a person's panels afresh, after a press that changed nothing.
func (ps *Posts) RefreshForLocked(l *tables.Entry, p people.Person) {
	if l.State != nil {
		ps.RefreshSeatLocked(l, l.State.Chairs.SeatOf(p.Who()))
	}
}

// RefreshSeatLocked shows the seat's panels afresh, after a press that changed nothing.
func (ps *Posts) RefreshSeatLocked(l *tables.Entry, seat engine.Seat) {
	ps.refreshLocked(l, func(m match.Message) bool { return m.Seat == seat && seat != engine.Nobody })
}

// lookAfterLocked tries the table's messages again that can't be shown, and tells the operator of them.
func (ps *Posts) lookAfterLocked(l *tables.Entry) {
	if l.State == nil {
		return
	}
	for _, m := range l.State.Messages {
		if ps.Outbox.Serves(m.Place) && !m.Lost {
			ps.Queue.ReportStale(KeyOf(l.ID, m.Place))
		}
	}
	ps.refreshLocked(l, nil)
}

// Want implements outbox.Source. Messages and the digest of one reader depend on each other.
func (ps *Posts) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	id := chat.TableID(key.ID)
	defer ps.recoverTable(id, &err)
	gathers := ps.agenda.concernsDigest(id, key.Place)
	if gathers {
		ps.agenda.gather(key.Place.User)
	}
	if w, err = ps.want(ctx, id, key.Place, try, gathers); err == nil {
		ps.Wakes.awaitQuiet(w.Screen.Call)
	}
	return w, err
}

// want is Want without a look at the digest. A screen that was prepared before the digest
// was gathered may call its reader no more: it is made anew.
func (ps *Posts) want(ctx context.Context, id chat.TableID, place chat.Place, try outbox.Try, gathered bool) (w outbox.Want, err error) {
	l, m, err := ps.message(ctx, id, place)
	if err != nil {
		return w, err
	}
	defer l.Unlock()
	if gathered {
		delete(l.Prepared.Screens, place)
	}
	w.MessageState = ps.standingLocked(l, *m)
	switch try.Next(w.MessageState) {
	case outbox.Idle:
	case outbox.Retire:
		in, _ := ps.Readers.reader(l.State, *m)
		w.Screen = screens.Retired(in)
	default:
		w.Screen = ps.newScreenLocked(l, *m)
		ps.awaitCallLocked(l, w.Screen.Call)
	}
	return w, nil
}

// message is the table's message in the place, with the table, which is to be unlocked.
func (ps *Posts) message(ctx context.Context, id chat.TableID, place chat.Place) (*tables.Entry, *match.Message, error) {
	l, err := ps.Tables.Open(ctx, id)
	if err != nil {
		return nil, nil, cmp.Or(chat.UnlessRefused(err), outbox.ErrNone)
	}
	if m := l.State.Messages.In(place); m != nil {
		return l, m, nil
	}
	l.Unlock()
	return nil, nil, outbox.ErrNone
}

// newScreenLocked is the message's screen, prepared or made now.
func (ps *Posts) newScreenLocked(l *tables.Entry, m match.Message) chat.Screen {
	s, ok := l.Prepared.Screens[m.Place]
	if !ok || l.Prepared.Rev != l.State.Rev {
		return ps.ScreenLocked(l, m)
	}
	delete(l.Prepared.Screens, m.Place)
	return s
}

// Shown implements outbox.Source. If the chat goes on elsewhere, so do its tables.
func (ps *Posts) Shown(ctx context.Context, key outbox.Key, out outbox.Outcome) (s outbox.MessageState, err error) {
	id := chat.TableID(key.ID)
	defer ps.recoverTable(id, &err)
	from := key.Place.Chat
	if moved, is := errors.AsType[chat.Migrated](out.Err); is && moved.To != "" && from != "" && moved.To != from {
		if err := ps.Moved(ctx, from, moved.To); err != nil && ps.Running.Err() == nil {
			ps.Log.Warn("a chat has not been moved", "platform", key.Place.Platform(), "err", err)
		}
	}
	l, _, err := ps.message(ctx, id, key.Place)
	if err != nil {
		return s, err
	}
	defer l.Unlock()
	ps.noteLocked(l, key.Place, out)
	return ps.standingLocked(l, *l.State.Messages.In(key.Place)), nil
}

// noteLocked notes in the table what has come of a step with its message.
func (ps *Posts) noteLocked(l *tables.Entry, place chat.Place, out outbox.Outcome) {
	m := l.State.Messages.In(place)
	if out.Step == outbox.Retire {
		if out.Final && m.Old == out.Old {
			m.Old = ""
		}
		return
	}
	if out.Err == nil && !out.Again {
		calledLocked(l, out.Screen.Call)
	}
	if out.Err == nil || out.Ref != "" {
		ps.noteShownLocked(l, m, out)
	}
	switch m := l.State.Messages.In(place); { // another state's, if something was stored
	case errors.Is(out.Err, chat.ErrGone):
		m.Ref = ""
	case errors.Is(out.Err, chat.ErrBlocked):
		ps.noteLostLocked(l, place, true)
	case errors.Is(out.Err, chat.ErrRefused):
		m.Repost = false
	}
}

// noteShownLocked notes which message it is, and which revision it shows.
func (ps *Posts) noteShownLocked(l *tables.Entry, m *match.Message, out outbox.Outcome) {
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
	case m.Lost && !ps.Queue.WasLost(KeyOf(l.ID, m.Place)):
		ps.noteLostLocked(l, m.Place, false)
	case posted:
		ps.keepRefLocked(l, m.Place)
	}
}

// noteLostLocked is setLostLocked for what the network answers. What isn't stored is found out again: with
// the next screen or, if the process was killed meanwhile, that the place isn't lost by the next word there.
func (ps *Posts) noteLostLocked(l *tables.Entry, place chat.Place, lost bool) {
	if m := l.State.Messages.In(place); m.Lost == lost {
		return
	}
	if lost {
		ps.Log.Info("nothing can be shown in a place", "table", l.ID, "platform", place.Platform(), "public", place.Chat != "")
	}
	if err := ps.setLostLocked(l, place, lost); err != nil {
		ps.Log.Warn("not noted whether a place is lost", "platform", place.Platform(), "lost", lost, "err", err)
	}
}

// keepRefLocked stores a new message's reference, even while the bot stops: without it a restart would
// post a second message. A platform that forgets needs none.
func (ps *Posts) keepRefLocked(l *tables.Entry, place chat.Place) {
	l.Unkept = true
	if ps.Outbox.Traits(place).Forgets {
		return
	}
	if err := ps.Tables.KeepRefsLocked(context.WithoutCancel(ps.Running), l); err != nil {
		ps.Log.Warn("message reference not stored", "err", err)
	}
}

// recoverTable keeps a fault at one table from reaching any other: the table
// is read from the store again when it is next needed.
func (ps *Posts) recoverTable(id chat.TableID, err *error) {
	if r := recover(); r != nil {
		_ = chat.LogFault(ps.Log, "table "+string(id), r) // it is in the log; there is nobody to tell
		l := ps.Tables.Lock(id)
		defer l.Unlock()
		l.State = nil
		*err = outbox.ErrNone
	}
}

// RestsLocked says whether nothing more is going to be shown of the table in the place.
func (ps *Posts) RestsLocked(l *tables.Entry, place chat.Place) bool {
	m := l.State.Messages.In(place)
	return m == nil || !ps.Outbox.Serves(place) || !l.HoldsScreensLocked() && ps.Queue.IsSettled(KeyOf(l.ID, place), ps.standingLocked(l, *m))
}
