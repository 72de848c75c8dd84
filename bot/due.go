package bot

import (
	"context"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// finishedLife is how long a table stays once it is over; its deals and the
// history stay for good.
const finishedLife = 24 * time.Hour

// alarmOf is when the table has to be looked at next.
func (b *Bot) alarmOf(t *match.Table) tables.Alarm {
	a := tables.Alarm{What: "table", ID: string(t.ID)}
	switch t.Stage {
	case match.Open:
		a.Line, a.At = tables.Wall, tables.SinceEpoch(t.Created.Add(challengeLife))
	case match.Playing:
		a.Line, a.At = tables.Run, b.abandonedAt(t)
		for _, next := range []func(*match.Table) (time.Duration, bool){(*match.Table).VoidAt, b.nextStage} {
			if at, never := next(t); !never {
				a.At = min(a.At, at)
			}
		}
	default:
		a.Line, a.At = tables.Wall, tables.SinceEpoch(t.Touched.Add(finishedLife))
	}
	return a
}

// setAlarm sets the table's alarm anew if it has to be, and returns what is to be
// stored together with the table.
func (b *Bot) setAlarm(t *match.Table) []storage.Doc {
	next := b.alarmOf(t)
	if !next.Sets(tables.AlarmKey(t.Alarm), b.clock.On) {
		return nil
	}
	docs := tables.MoveDocs(tables.AlarmKey(t.Alarm), next.Key())
	t.Alarm = string(next.Key())
	return docs
}

// ringTable does what is due at a table: it closes a challenge that nobody took
// and a match that can't go on, tells how far clocks have run, and forgets what is
// long over.
func (b *Bot) ringTable(ctx context.Context, id string) error {
	t, err := b.look(ctx, chat.TableID(id))
	switch {
	case chat.RefusedWith(err, "no-table"):
		return tables.ErrNothing
	case err != nil:
		return err
	case b.expired(t):
		err = b.expire(ctx, t.ID, "expired", b.expired)
	case b.void(t):
		err = b.expire(ctx, t.ID, "void", b.void)
	case b.abandoned(t):
		err = b.expire(ctx, t.ID, "abandoned", b.abandoned)
	case b.longOver(t):
		return b.deleteOver(ctx, t.ID)
	default:
		err = b.remind(ctx, t.ID)
	}
	if err != nil {
		return err
	}
	return b.keepAlarm(ctx, t.ID)
}

// keepAlarm sets the table's next alarm and stores it.
func (b *Bot) keepAlarm(ctx context.Context, id chat.TableID) error {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return chat.UnlessRefused(err)
	}
	next := l.state.Clone()
	docs, err := b.tableDocs(l, next)
	if err != nil || next.Alarm == l.state.Alarm {
		return err
	}
	if err := b.store.Commit(ctx, docs...); err != nil {
		return fmt.Errorf("bot: set alarm: %w", err)
	}
	b.kept(l, next, docs)
	return nil
}

func (b *Bot) expired(t *match.Table) bool {
	return t.Stage == match.Open && b.cfg.Now().Sub(t.Created) >= challengeLife
}

// void says whether the match has waited long enough for somebody who can be
// reached nowhere.
func (b *Bot) void(t *match.Table) bool {
	at, never := t.VoidAt()
	return t.Stage == match.Playing && !never && b.clock.Ran() >= at
}

// abandonedAt is when nobody has touched the match for so long that it ends, in
// the bot's running time. A pause that all have agreed to is no such time.
func (b *Bot) abandonedAt(t *match.Table) time.Duration {
	touched := time.Duration(t.Ran) * time.Millisecond
	if t.Paused {
		touched = b.clock.Ran()
	}
	return touched + time.Duration(b.cfg.Clocks.AbandonedDays)*day
}

func (b *Bot) abandoned(t *match.Table) bool {
	return t.Stage == match.Playing && b.clock.Ran() >= b.abandonedAt(t)
}

func (b *Bot) longOver(t *match.Table) bool {
	return !t.IsActive() && b.cfg.Now().Sub(t.Touched) >= finishedLife
}

// expire closes what has waited too long, if it still has when nothing else
// happens to it.
func (b *Bot) expire(ctx context.Context, id chat.TableID, why string, due func(*match.Table) bool) error {
	in := Input{ID: why + "/" + string(id)}
	_, err := b.update(ctx, id, in, people.Person{}, func(c *change) (Answer, error) {
		if !due(c.Table) {
			return Answer{}, chat.Refuse("challenge-over")
		}
		c.Close(why)
		return Answer{}, nil
	})
	return chat.UnlessRefused(err)
}

// deleteOver deletes a table that is long over.
func (b *Bot) deleteOver(ctx context.Context, id chat.TableID) error {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return chat.UnlessRefused(err)
	}
	if !b.longOver(l.state) {
		return nil
	}
	docs, over := b.goneDocs(l)
	err := b.store.Commit(ctx, docs...)
	over(err == nil)
	if err != nil {
		return err
	}
	l.state = nil
	b.drop(l)
	return nil
}
