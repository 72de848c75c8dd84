package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// tableMessages are the messages of all tables, as the outbox delivers them.
type tableMessages struct{ *Bot }

// keyOf names the table's message in the place.
func keyOf(id chat.TableID, place Place) outbox.Key { return outbox.Key{ID: string(id), Place: place} }

// standing is how the message stands.
func (b *Bot) standing(t *match.Table, m match.Message) outbox.Standing {
	s := outbox.Standing{
		Rev: t.Rev, Ref: m.Ref, Old: m.Old, Behind: m.Behind(t), Repost: m.Repost, Lost: m.Lost, Whole: b.outbox.Traits(m.Place).Forgets,
	}
	s.Hidden = s.Unfinished() && !b.facts.MayRead(t, m)
	return s
}

// refreshLocked brings every message of the table up to date, as something else than
// the table has changed.
func (b *Bot) refreshLocked(l *tables.Entry) {
	l.Prepared = tables.Prepared{}
	b.DeliverLocked(l)
}

// DeliverLocked brings every message of the table up to date, each on its own.
func (b *Bot) DeliverLocked(l *tables.Entry) {
	if l.State == nil {
		return
	}
	for _, m := range l.State.Messages {
		if b.serves(m.Place) && b.messages.Deliver(keyOf(l.ID, m.Place), b.standing(l.State, m)) {
			delete(l.Prepared.Screens, m.Place) // it may take long until its turn comes
		}
	}
}

// RefreshForLocked shows a person's panels afresh, after a press that changed nothing.
func (b *Bot) RefreshForLocked(l *tables.Entry, p people.Person) {
	if l.State != nil {
		b.refreshSeatLocked(l, l.State.SeatOf(p.Who()))
	}
}

func (b *Bot) refreshSeatLocked(l *tables.Entry, seat engine.Seat) {
	for _, m := range l.State.Messages {
		if m.Seat == seat && seat != engine.Nobody {
			b.messages.Force(keyOf(l.ID, m.Place))
		}
	}
	b.refreshLocked(l)
}

// lookAfterLocked brings the table's messages up to date that couldn't be for a while,
// and tells the operator of them.
func (b *Bot) lookAfterLocked(l *tables.Entry) {
	if l.State == nil {
		return
	}
	for _, m := range l.State.Messages {
		if b.serves(m.Place) && !m.Lost {
			b.messages.TellOverdue(keyOf(l.ID, m.Place))
		}
	}
	b.refreshLocked(l)
}

// Want implements outbox.Source. What is shown to somebody may change what their digest
// tells, and the other way round.
func (b tableMessages) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	id := chat.TableID(key.ID)
	defer b.recoverTable(id, &err)
	if b.concernsDigest(id, key.Place) {
		b.gather(key.Place.User)
		b.unprepare(id, key.Place) // it may call its reader no more
	}
	if w, err = b.want(ctx, id, key.Place, try); err == nil {
		b.awaitQuiet(w.Screen.Call)
	}
	return w, err
}

// want is Want without a look at the digest.
func (b tableMessages) want(ctx context.Context, id chat.TableID, place Place, try outbox.Try) (w outbox.Want, err error) {
	l, m, err := b.message(ctx, id, place)
	if err != nil {
		return w, err
	}
	defer l.Unlock()
	w.Standing = b.standing(l.State, *m)
	switch try.Next(w.Standing) {
	case outbox.Idle:
	case outbox.Retire:
		w.Screen = b.readers.retired(l.State, *m)
	default:
		w.Screen = b.newScreenLocked(l, *m)
		b.awaitCallLocked(l, w.Screen.Call)
	}
	return w, nil
}

// message is the table's message in the place, with the table, which is to be unlocked.
func (b tableMessages) message(ctx context.Context, id chat.TableID, place Place) (*tables.Entry, *match.Message, error) {
	l, err := b.tables.Open(ctx, id)
	if err != nil {
		return nil, nil, cmp.Or(chat.UnlessRefused(err), outbox.ErrNone)
	}
	if m := l.State.MessageIn(place); m != nil {
		return l, m, nil
	}
	l.Unlock()
	return nil, nil, outbox.ErrNone
}

// unprepare sees to it that the screen is made when it is shown.
func (b tableMessages) unprepare(id chat.TableID, place Place) {
	l := b.tables.Lock(id)
	defer l.Unlock()
	delete(l.Prepared.Screens, place)
}

// newScreenLocked is the message's screen, prepared or made now.
func (b *Bot) newScreenLocked(l *tables.Entry, m match.Message) Screen {
	s, ok := l.Prepared.Screens[m.Place]
	if !ok || l.Prepared.Rev != l.State.Rev {
		return b.ScreenLocked(l, m)
	}
	delete(l.Prepared.Screens, m.Place)
	return s
}

// Shown implements outbox.Source. If the chat goes on elsewhere, so do its tables.
func (b tableMessages) Shown(ctx context.Context, key outbox.Key, out outbox.Outcome) (s outbox.Standing, err error) {
	id := chat.TableID(key.ID)
	defer b.recoverTable(id, &err)
	if to, moved := movedTo(key.Place, out.Err); moved {
		if err := b.moveChat(ctx, key.Place.Chat, to); err != nil && b.running.Err() == nil {
			b.cfg.Log.Warn("a chat has not been moved", "platform", key.Place.Platform(), "err", err)
		}
	}
	l, m, err := b.message(ctx, id, key.Place)
	if err != nil {
		return s, err
	}
	defer l.Unlock()
	b.noteLocked(l, m, out)
	return b.standing(l.State, *l.State.MessageIn(key.Place)), nil
}

// noteLocked notes in the table what has come of a step with its message.
func (b tableMessages) noteLocked(l *tables.Entry, m *match.Message, out outbox.Outcome) {
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
		b.noteShownLocked(l, m, out)
	}
	switch m := l.State.MessageIn(m.Place); {
	case errors.Is(out.Err, ErrGone):
		m.Ref = ""
	case errors.Is(out.Err, ErrBlocked):
		b.noteLostLocked(l, m.Place, true)
	case errors.Is(out.Err, ErrRefused):
		m.Repost = false
	}
}

// noteShownLocked notes which message it is, and which revision it shows.
func (b tableMessages) noteShownLocked(l *tables.Entry, m *match.Message, out outbox.Outcome) {
	rev := int64(0)
	if out.Whole {
		rev = out.Rev
	}
	m.Repost = m.Repost && out.Old != ""
	posted := m.Ref != out.Ref
	switch {
	case posted && out.Old == "":
		m.Ref, m.Old, m.Shown = out.Ref, m.Ref, rev
	default:
		m.Ref, m.Shown = out.Ref, max(m.Shown, rev)
	}
	switch {
	case m.Lost:
		b.noteLostLocked(l, m.Place, false)
	case posted:
		b.keepRefLocked(l, m.Place)
	}
}

// noteLostLocked is setLostLocked for what the network has told. What can't be stored is
// found out again.
func (b *Bot) noteLostLocked(l *tables.Entry, place Place, lost bool) {
	if m := l.State.MessageIn(place); m.Lost == lost {
		return
	}
	if lost {
		b.cfg.Log.Info("nothing can be shown in a place", "table", l.ID, "platform", place.Platform(), "public", place.Chat != "")
	}
	if err := b.setLostLocked(l, place, lost); err != nil {
		b.cfg.Log.Warn("not noted whether a place is lost", "platform", place.Platform(), "lost", lost, "err", err)
	}
}

// keepRefLocked stores a new message's reference at once; without it a restart would
// post a second message, so it is stored even while the bot stops. A platform
// that forgets needs none.
func (b *Bot) keepRefLocked(l *tables.Entry, place Place) {
	l.Unkept = true
	if b.outbox.Traits(place).Forgets {
		return
	}
	if err := b.tables.KeepRefsLocked(context.WithoutCancel(b.running), l); err != nil {
		b.cfg.Log.Warn("message reference not stored", "err", err)
	}
}

// recoverTable keeps a fault at one table from reaching any other: the table
// is read from the store again when it is next needed.
func (b *Bot) recoverTable(id chat.TableID, err *error) {
	if r := recover(); r != nil {
		_ = chat.LogFault(b.cfg.Log, "table "+string(id), r) // it is in the log; there is nobody to tell
		l := b.tables.Lock(id)
		defer l.Unlock()
		l.State = nil
		*err = outbox.ErrNone
	}
}

// serves says whether anything is to be shown in the place: its platform may
// have been left out this time, and it may be banned.
func (b *Bot) serves(p Place) bool {
	_, ok := b.outbox.Platform(p)
	return ok && !b.cfg.Bans.place(p)
}

// sleep waits; false if the bot is stopping.
func (b *Bot) sleep(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-b.running.Done():
		return false
	}
}
