package messages

import (
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// IsBehind reports whether a message of the table doesn't show what it should. Lost places don't
// count: the first sign of life brings them up to date.
func (d *Display) IsBehind(t *match.Table) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return d.state(t, m).Due() })
}

// Reconcile implements tables.Display. It derives, for a table that was just read, what its messages show: everything, unless
// the table is marked. A platform that forgets shows nothing after a start, and gets everything but
// closed challenges.
func (d *Display) Reconcile(l *tables.Locked) {
	t := l.Table()
	fresh, dirty := d.Tables.Dirty.ClearFresh(t.ID), d.Tables.Dirty.Has(t.ID)
	l.SetMessages(func(m *match.Message) {
		switch {
		case fresh && d.Outbox.Traits(m.Place).Forgets && t.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, t.Rev
		}
		if fresh && !d.Facts.MayRead(t, *m) {
			d.Queue.Force(MessageKey(t.ID, m.Place))
		}
	})
	for s, c := range t.Chairs {
		if seat := engine.Seat(s); dirty && c.Since > 0 && t.Waiting().Has(seat) { // nobody knows whether they were called
			d.refreshCall(l, seat)
		}
	}
}

// isIdle reports whether everything of the table is shown and stored, and no call is held back.
func (d *Display) isIdle(l *tables.Locked) bool {
	t := l.Table()
	waits := func(m match.Message) bool { return !d.IsSettled(l, m.Place) }
	return !l.IsUnstored() && !d.Queue.IsInFlight(string(t.ID)) && !d.IsBehind(t) && d.late.due(t) == 0 &&
		!slices.ContainsFunc(t.Messages, waits)
}

// clearEvery is how often marks of what is shown go, and idle tables from memory.
const clearEvery = time.Minute

func (d *Display) clearLoop() {
	for retry.Sleep(d.Running, clearEvery) {
		d.ClearMarks(d.Running)
		d.Tables.Evict(d.Now())
	}
}

// ClearMarks clears the marks of tables in memory that are shown completely, and retries the others.
// It runs once more at the end, so that the next start has less to do.
func (d *Display) ClearMarks(ctx context.Context) {
	err := d.Tables.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := d.Tables.TryOpen(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if d.isIdle(l) {
			unmark()
		} else {
			d.retry(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// TablesBehind returns the tables, oldest first, that a start may have to show: marked ones, those on
// platforms that forget, and those of people whose links were cut, whose panels may not be theirs. It
// marks them as fresh.
func (d *Display) TablesBehind() []tables.Summary {
	all := d.Tables.Index.All(func(x tables.Summary) bool {
		return d.Tables.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return d.Outbox.Traits(p).Forgets })
	})
	for _, id := range d.People.Links.Parted {
		all = append(all, d.Tables.Index.FindActive([]tables.Key{tables.PersonKey(id)}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	d.Tables.Dirty.MarkFresh(idsOf(all))
	return all
}

// idsOf returns the tables' codes.
func idsOf(all []tables.Summary) []chat.TableID {
	var ids []chat.TableID
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	return ids
}

// CatchUp brings the tables up to date, platform by platform, so that a slow platform holds up no
// other. It settles clocks first, so that a table is shown once.
func (d *Display) CatchUp(all []tables.Summary) {
	d.Wakeups.refreshClocks(d.Running)
	for _, name := range slices.Sorted(maps.Keys(d.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		d.Outbox.Work.Go(func() { d.Outbox.CatchUp(name, idsOf(here), d.catchUpTable) })
	}
}

// catchUpTable delivers the table's messages. The start may have deleted the table.
func (d *Display) catchUpTable(id chat.TableID) {
	l, err := d.Tables.Open(d.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && d.Running.Err() == nil {
			d.Log.Error("table left out", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	d.refresh(l, nil)
}
