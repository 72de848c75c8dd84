package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// setAlarm sets the table's alarm anew if it has to be, and returns what is to be
// stored together with the table.
func (ts *tableSet) setAlarm(t *match.Table) []storage.Doc {
	next := ts.lifetimes.alarmOf(t)
	if !next.Sets(tables.AlarmKey(t.Alarm), ts.clock.On) {
		return nil
	}
	docs := tables.MoveDocs(tables.AlarmKey(t.Alarm), next.Key())
	t.Alarm = string(next.Key())
	return docs
}

// ringTable does what is due at a table: it closes a challenge that nobody took
// and a match that can't go on, tells how far clocks have run, and forgets what is
// long over.
func (ts *tableSet) ringTable(ctx context.Context, id string) error {
	t, err := ts.look(ctx, chat.TableID(id))
	switch {
	case chat.RefusedWith(err, "no-table"):
		return tables.ErrNothing
	case err != nil:
		return err
	case ts.lifetimes.expired(t):
		err = ts.expire(ctx, t.ID, "expired", ts.lifetimes.expired)
	case ts.lifetimes.void(t):
		err = ts.expire(ctx, t.ID, "void", ts.lifetimes.void)
	case ts.lifetimes.abandoned(t):
		err = ts.expire(ctx, t.ID, "abandoned", ts.lifetimes.abandoned)
	case ts.lifetimes.longOver(t):
		return ts.deleteOver(ctx, t.ID)
	default:
		err = ts.remind(ctx, t.ID)
	}
	if err != nil {
		return err
	}
	return ts.keepAlarm(ctx, t.ID)
}

// keepAlarm sets the table's next alarm and stores it.
func (ts *tableSet) keepAlarm(ctx context.Context, id chat.TableID) error {
	l, err := ts.open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.close()
	next := l.state.Clone()
	docs, err := ts.tableDocs(l, next)
	if err != nil || next.Alarm == l.state.Alarm {
		return err
	}
	if err := ts.store.Commit(ctx, docs...); err != nil {
		return fmt.Errorf("bot: set alarm: %w", err)
	}
	ts.kept(l, next, docs)
	return nil
}

// expire closes what has waited too long, if it still has when nothing else
// happens to it.
func (ts *tableSet) expire(ctx context.Context, id chat.TableID, why string, due func(*match.Table) bool) error {
	in := Input{ID: why + "/" + string(id)}
	_, err := ts.update(ctx, id, in, people.Person{}, func(c *change) (Answer, error) {
		if !due(c.Table) {
			return Answer{}, chat.Refuse("challenge-over")
		}
		c.Close(why)
		return Answer{}, nil
	})
	return chat.UnlessRefused(err)
}

// deleteOver deletes a table that is long over.
func (ts *tableSet) deleteOver(ctx context.Context, id chat.TableID) error {
	l, err := ts.open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.close()
	if !ts.lifetimes.longOver(l.state) {
		return nil
	}
	docs, over := ts.goneDocs(l)
	err = ts.store.Commit(ctx, docs...)
	over(err == nil)
	if err != nil {
		return err
	}
	l.state = nil
	ts.drop(l)
	return nil
}
