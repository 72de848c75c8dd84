package messages

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/notice"
	"tarockbot/bot/tables"
)

// Places knows where nobody can be reached. A table is suspended in such a place: the place is marked as lost, and nothing
// is sent there. The first sign of life brings the newest screen. Elsewhere the table goes on.
type Places struct {
	config  Config
	tables  *tables.Tables
	courier *Courier
	notices *notice.Notices
}

// setLost stores whether the place is lost. If the place is private, the table's other messages show that.
func (ps *Places) setLost(l *tables.Locked, place chat.Place, lost bool) error {
	c := l.Change()
	if place.User != "" {
		c.Rev++
	}
	m := c.Messages.In(place)
	notified := ps.config.Facts.IsNotifiedBy(c.Table, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = ps.config.Facts.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.Table().Rev && ps.config.Facts.IsNotifiedBy(c.Table, *m) == notified {
		m.Shown = c.Rev // the message already shows everything except its own loss, so it stays current
	}
	if err := ps.tables.Commit(context.WithoutCancel(ps.config.Running), l, c); err != nil {
		return err
	}
	if lost {
		ps.config.Outbox.BeginSilence(place)
	}
	return nil
}

// MarkLost suspends the tables in a chat or private chat that excluded the bot. An input counts once.
func (ps *Places) MarkLost(ctx context.Context, in chat.Input) error {
	if seen, err := ps.config.Store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range ps.tables.Index.ShownAt(in) {
		if err := ps.markLostAt(ctx, id, in); err != nil {
			return err
		}
	}
	return ps.config.Store.MarkSeen(ctx, in)
}

// markLostAt suspends the table where the input comes from. Errors are the store's.
func (ps *Places) markLostAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := ps.tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for _, m := range l.Table().Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		ps.courier.queue.MarkLost(messageKey(id, m.Place))
		if m.Lost {
			ps.config.Outbox.BeginSilence(m.Place)
			continue
		}
		if err := ps.setLost(l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// MarkFound shows the tables where the input comes from, because somebody can be reached there again. If the bot was
// let in, it posts boards again, because others may have written much since. Errors are the store's; the caller must
// repeat the call then, because a network sends the news once.
func (ps *Places) MarkFound(ctx context.Context, in chat.Input) (err error) {
	for _, id := range ps.tables.Index.ShownAt(in) {
		err = errors.Join(err, ps.markFoundAt(ctx, id, in))
	}
	if in.Chat == "" {
		ps.notices.DeliverTo(ctx, in.User)
	}
	return err
}

// markFoundAt shows the table where the input comes from. Errors are the store's.
func (ps *Places) markFoundAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := ps.tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	active := l.Table().IsActive()
	l.SetMessages(func(m *match.Message) {
		if in.IsFrom(m.Place) {
			repost := in.What != chat.Said && active && m.Lost && m.Place.Chat != "" // a board where the bot was let in
			m.Repost = ps.courier.queue.MarkFound(messageKey(id, m.Place), repost) || m.Repost
		}
	})
	// After a mere word the place stays marked as lost until a delivery succeeds. Else each word would cost a commit.
	for _, m := range l.Table().Messages {
		if in.What != chat.Said && m.Lost && in.IsFrom(m.Place) && err == nil {
			err = ps.setLost(l, m.Place, false)
		}
	}
	ps.courier.show(l, nil)
	return err
}

// recordLost stores what a network's answer says of the place. If it can't be stored, the next screen or input finds
// it out again.
func (ps *Places) recordLost(l *tables.Locked, place chat.Place, lost bool) {
	if m := l.Table().Messages.In(place); m.Lost == lost {
		return
	}
	if lost {
		ps.config.Log.Info("nothing can be shown in a place", "table", l.Table().ID, "platform", place.Platform(), "public", place.Chat != "")
	}
	if err := ps.setLost(l, place, lost); err != nil {
		ps.config.Log.Warn("not noted whether a place is lost", "platform", place.Platform(), "lost", lost, "err", err)
	}
}
