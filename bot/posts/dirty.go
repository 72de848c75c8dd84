package posts

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
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
	fresh, dirty := ps.dirty.Look(l.ID), ps.dirty.Has(l.ID)
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		switch {
		case fresh && ps.outbox.Traits(m.Place).Forgets && l.State.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, l.State.Rev
		}
		if fresh && !ps.facts.MayRead(l.State, *m) {
			ps.Queue.Force(KeyOf(l.ID, m.Place))
		}
	}
	for s, c := range l.State.Chairs {
		if seat := engine.Seat(s); dirty && c.Since > 0 && l.State.Waiting().Has(seat) { // nobody knows whether they were called
			ps.showCallLocked(l, seat)
		}
	}
}

// idleLocked says that all of the table is shown, and noted, and that no call is
// held back.
func (ps *Posts) idleLocked(l *tables.Entry) bool {
	return l.State != nil && !l.Unkept && !ps.Queue.Busy(string(l.ID)) && !ps.OutOfDate(l.State) && !l.HoldsAnyLocked()
}

// clearEvery is how often the marks of what is shown are taken away, and tables from
// memory.
const clearEvery = time.Minute

func (ps *Posts) keepClear() {
	ticker := time.NewTicker(clearEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ps.running.Done():
			return
		case <-ticker.C:
		}
		ps.Clear(ps.running)
		ps.tables.Evict(ps.now())
	}
}

// Clear takes the marks away of tables in memory of which all is shown. The others are
// looked after. It is done once more at the end, so that a start after an orderly one
// has less to do.
func (ps *Posts) Clear(ctx context.Context) {
	err := ps.dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := ps.tables.TryLock(id)
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
		ps.log.Warn("marks of what is shown not taken away", "err", err)
	}
}
