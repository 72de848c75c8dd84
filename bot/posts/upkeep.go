package posts

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/retry"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// OutOfDate says whether a message of the table doesn't show what it should. Those in
// places where nobody can be reached don't count: the first sign of life brings
// them up to date.
func (ps *Posts) OutOfDate(t *match.Table) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return ps.standing(t, m).Due() })
}

// ReconcileLocked notes in a table that has just been read what its messages show. Of one
// without a mark that is all. A platform that forgets shows nothing since the start,
// and gets all anew but challenges that came to nothing.
func (ps *Posts) ReconcileLocked(l *tables.Entry) {
	fresh, dirty := ps.Dirty.Look(l.ID), ps.Dirty.Has(l.ID)
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		switch {
		case fresh && ps.Outbox.Traits(m.Place).Forgets && l.State.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, l.State.Rev
		}
		if fresh && !ps.Facts.MayRead(l.State, *m) {
			ps.Queue.Force(KeyOf(l.ID, m.Place))
		}
	}
	for s, c := range l.State.Chairs {
		if seat := engine.Seat(s); dirty && c.Since > 0 && l.State.Waiting().Has(seat) { // nobody knows whether they were called
			ps.showCallLocked(l, seat)
		}
	}
}

// idleLocked says that all of the table is shown and noted, and no call is held back.
func (ps *Posts) idleLocked(l *tables.Entry) bool {
	return l.State != nil && !l.Unkept && !ps.Queue.Busy(string(l.ID)) && !ps.OutOfDate(l.State) && !l.HoldsAnyLocked()
}

// clearEvery is how often marks of what is shown go, and idle tables from memory.
const clearEvery = time.Minute

func (ps *Posts) keepClear() {
	for retry.Sleep(ps.Running, clearEvery) {
		ps.Clear(ps.Running)
		ps.Tables.Evict(ps.Now())
	}
}

// Clear takes the marks away of tables in memory of which all is shown. The others are
// looked after. It is done once more at the end, so that a start after an orderly one
// has less to do.
func (ps *Posts) Clear(ctx context.Context) {
	err := ps.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := ps.Tables.TryLock(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if ps.idleLocked(l) {
			unmark()
		} else {
			ps.lookAfterLocked(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		ps.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// Behind are the tables of which something may have to be shown after a start,
// oldest first: those that are marked, those on platforms that forget, and those of
// people who were linked, whose panels may not be theirs any more. They are awaited.
func (ps *Posts) Behind() []tables.Summary {
	all := ps.Tables.Index.All(func(x tables.Summary) bool {
		return ps.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return ps.Outbox.Traits(p).Forgets })
	})
	for _, id := range ps.People.Links.Parted {
		all = append(all, ps.Tables.Index.Find([]tables.Key{id}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	ps.Dirty.Await(idsOf(all))
	return all
}

// idsOf are the codes of the tables.
func idsOf(all []tables.Summary) []chat.TableID {
	var ids []chat.TableID
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	return ids
}

// CatchUp brings the tables up to date, each platform's apart: a slow one holds up no other.
func (ps *Posts) CatchUp(all []tables.Summary) {
	for name := range ps.Platforms {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		ps.Outbox.Work.Go(func() { ps.Outbox.CatchUp(name, idsOf(here), ps.catchUpTable) })
	}
}

// catchUpTable shows what isn't shown. The start itself may have deleted the table.
func (ps *Posts) catchUpTable(id chat.TableID) {
	l, err := ps.Tables.Open(ps.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && ps.Running.Err() == nil {
			ps.Log.Error("table left out", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	ps.refreshLocked(l, nil)
}

// A table is suspended in a place where nobody can be reached: it is marked as
// lost, and nothing is sent there. In its other places it goes on. The first
// sign of life from the place brings the newest screen.

// Heard notes that somebody is there where the input comes from.
func (ps *Posts) Heard(ctx context.Context, in chat.Input) {
	if ps.Outbox.Heard(in.Place()) {
		ps.FindAgain(ctx, in)
	}
}

// setLostLocked notes durably whether nobody can be reached in the place. If that is
// somebody's own side, the table's other messages tell.
func (ps *Posts) setLostLocked(l *tables.Entry, place chat.Place, lost bool) error {
	next := l.State.Clone()
	if place.User != "" {
		next.Rev++
	}
	m := next.Messages.In(place)
	told := ps.Facts.ToldAt(next, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = ps.Clock.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.State.Rev && ps.Facts.ToldAt(next, *m) == told {
		m.Shown = next.Rev // its own text doesn't tell
	}
	if err := ps.Tables.SaveLocked(context.WithoutCancel(ps.Running), l, next); err != nil {
		return err
	}
	if lost {
		ps.Outbox.Silence(place)
	}
	return nil
}

// Lose suspends the tables in a chat or private side that the bot was thrown out of.
func (ps *Posts) Lose(ctx context.Context, in chat.Input) error {
	if seen, err := ps.Store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range ps.Tables.Index.ShownAt(in) {
		if err := ps.loseAt(ctx, id, in); err != nil {
			return err
		}
	}
	return ps.Store.MarkSeen(ctx, in)
}

func (ps *Posts) loseAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := ps.Tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for _, m := range l.State.Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		ps.Queue.Lose(KeyOf(id, m.Place))
		if m.Lost {
			ps.Outbox.Silence(m.Place)
			continue
		}
		if err := ps.setLostLocked(l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// FindAgain shows the tables where the input comes from: somebody can be reached
// there again. In a chat that the bot was let into they are posted anew, for
// others may have written much since.
func (ps *Posts) FindAgain(ctx context.Context, in chat.Input) {
	for _, id := range ps.Tables.Index.ShownAt(in) {
		ps.showAgain(ctx, id, in)
	}
	if in.Chat == "" {
		ps.Notices.TellAgain(ctx, in.User)
	}
}

func (ps *Posts) showAgain(ctx context.Context, id chat.TableID, in chat.Input) {
	l, err := ps.Tables.Open(ctx, id)
	if err != nil {
		return
	}
	defer l.Unlock()
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		if !in.IsFrom(m.Place) {
			continue
		}
		anew := in.What != chat.Said && l.State.IsActive() && m.Lost && m.Place.Chat != ""
		m.Repost = ps.Queue.Found(KeyOf(id, m.Place), anew) || m.Repost
	}
	ps.refreshLocked(l, nil)
}
