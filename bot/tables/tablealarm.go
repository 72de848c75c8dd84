package tables

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/storage"
)

// OnAlarm does what is due at a table: it closes a challenge that nobody took
// and a match that can't go on, tells how far clocks have run, and forgets what is
// long over.
func (ts *Tables) OnAlarm(ctx context.Context, id string) error {
	t, err := ts.Look(ctx, chat.TableID(id))
	switch {
	case chat.RefusedWith(err, "no-table"):
		return ErrNothing
	case err != nil:
		return err
	case ts.Lifetimes.Due(t) != "":
		err = ts.expire(ctx, t.ID, ts.Lifetimes.Due(t))
	case ts.Lifetimes.LongOver(t):
		return ts.deleteOver(ctx, t.ID)
	default:
		err = ts.Amend(ctx, t.ID, func(t *match.Table) bool { return t.Clocks().Reach(ts.Facts) })
	}
	if err != nil {
		return err
	}
	return ts.keepAlarm(ctx, t.ID)
}

// setAlarm sets the table's alarm anew if it has to be, and returns what is to be
// stored together with the table.
func setAlarm(t *match.Table, x match.Lifetimes, c *Clock) []storage.Doc {
	at, ran := x.Next(t)
	next := Alarm{Wall, SinceEpoch(at), "table", string(t.ID)}
	if at.IsZero() {
		next.Line, next.At = Run, ran
	}
	if !next.Sets(AlarmKey(t.Alarm), c.On) {
		return nil
	}
	docs := MoveDocs(AlarmKey(t.Alarm), next.Key())
	t.Alarm = string(next.Key())
	return docs
}

// keepAlarm sets the table's next alarm and stores it.
func (ts *Tables) keepAlarm(ctx context.Context, id chat.TableID) error {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	next := l.State.Clone()
	docs, err := ts.docsLocked(l, next)
	if err != nil || next.Alarm == l.State.Alarm {
		return err
	}
	if err := ts.Store.Commit(ctx, docs...); err != nil {
		return fmt.Errorf("bot: set alarm: %w", err)
	}
	ts.keptLocked(l, next, docs)
	return nil
}

// expire closes what has waited too long, if it still has when nothing else
// happens to it.
func (ts *Tables) expire(ctx context.Context, id chat.TableID, why string) error {
	in := chat.Input{ID: why + "/" + string(id)}
	_, err := ts.Update(ctx, id, in, people.Person{}, func(c *Change) (chat.Answer, error) {
		if ts.Lifetimes.Due(c.Table) != why {
			return chat.Answer{}, chat.Refuse("challenge-over")
		}
		c.Close(why)
		return chat.Answer{}, nil
	})
	return chat.UnlessRefused(err)
}

// deleteOver deletes a table that is long over.
func (ts *Tables) deleteOver(ctx context.Context, id chat.TableID) error {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	if !ts.Lifetimes.LongOver(l.State) {
		return nil
	}
	docs, over := ts.goneDocsLocked(l)
	err = ts.Store.Commit(ctx, docs...)
	over(err == nil)
	if err != nil {
		return err
	}
	l.State = nil
	ts.DropLocked(l)
	return nil
}
