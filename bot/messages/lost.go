package messages

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
)

// A table is suspended in a place where nobody can be reached: the place is marked as lost, and nothing
// is sent there until the first sign of life brings the newest screen. Elsewhere the table goes on.

// setLost stores whether the place is lost. If it is somebody's private chat, the table's other
// messages tell.
func (d *Display) setLost(l *tables.Locked, place chat.Place, lost bool) error {
	c := l.Change()
	if place.User != "" {
		c.Rev++
	}
	m := c.Messages.In(place)
	told := d.Facts.IsNotifiedBy(c.Table, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = d.Facts.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.Table().Rev && d.Facts.IsNotifiedBy(c.Table, *m) == told {
		m.Shown = c.Rev // its own text doesn't tell
	}
	if err := d.Tables.Commit(context.WithoutCancel(d.Running), l, c); err != nil {
		return err
	}
	if lost {
		d.Outbox.BeginSilence(place)
	}
	return nil
}

// MarkLost suspends the tables in a chat or private chat that the bot was thrown out of.
func (d *Display) MarkLost(ctx context.Context, in chat.Input) error {
	if seen, err := d.Store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range d.Tables.Index.ShownAt(in) {
		if err := d.markLostAt(ctx, id, in); err != nil {
			return err
		}
	}
	return d.Store.MarkSeen(ctx, in)
}

// markLostAt suspends the table there. Errors are the store's.
func (d *Display) markLostAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := d.Tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for _, m := range l.Table().Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		d.Queue.MarkLost(MessageKey(id, m.Place))
		if m.Lost {
			d.Outbox.BeginSilence(m.Place)
			continue
		}
		if err := d.setLost(l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// MarkFound shows the tables where the input comes from, because somebody can be reached there again.
// Where the bot was let in, boards are posted again, because others may have written much since. After
// an error, which is the store's, the caller must repeat it: a network tells such news once.
func (d *Display) MarkFound(ctx context.Context, in chat.Input) (err error) {
	for _, id := range d.Tables.Index.ShownAt(in) {
		err = errors.Join(err, d.markFoundAt(ctx, id, in))
	}
	if in.Chat == "" {
		d.Notices.DeliverTo(ctx, in.User)
	}
	return err
}

func (d *Display) markFoundAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := d.Tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	active := l.Table().IsActive()
	l.SetMessages(func(m *match.Message) {
		if in.IsFrom(m.Place) {
			anew := in.What != chat.Said && active && m.Lost && m.Place.Chat != ""
			m.Repost = d.Queue.MarkFound(MessageKey(id, m.Place), anew) || m.Repost
		}
	})
	// Where somebody says something is only tried: each word there would cost a commit if it were lost still.
	for _, m := range l.Table().Messages {
		if in.What != chat.Said && m.Lost && in.IsFrom(m.Place) && err == nil {
			err = d.setLost(l, m.Place, false)
		}
	}
	d.refresh(l, nil)
	return err
}

// recordLost is setLost for a network's answer. An answer that can't be stored is found
// out again: by the next screen or, after a kill, by the next word in the place.
func (d *Display) recordLost(l *tables.Locked, place chat.Place, lost bool) {
	if m := l.Table().Messages.In(place); m.Lost == lost {
		return
	}
	if lost {
		d.Log.Info("nothing can be shown in a place", "table", l.Table().ID, "platform", place.Platform(), "public", place.Chat != "")
	}
	if err := d.setLost(l, place, lost); err != nil {
		d.Log.Warn("not noted whether a place is lost", "platform", place.Platform(), "lost", lost, "err", err)
	}
}
