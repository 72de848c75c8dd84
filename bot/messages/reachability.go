package messages

import (
	"context"
	"errors"
	"log/slog"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/notice"
	"tarockbot/bot/tables"
)

// Reachability records in tables where their messages are, and which places are lost: nobody can be reached there, and
// nothing is sent until somebody writes there.
type Reachability struct {
	log     *slog.Logger
	store   *documents.Store
	outbox  *outbox.Outbox
	queue   *outbox.Queue
	tables  *tables.Tables
	courier *Courier
	notices *notice.Notices
	moved   func(ctx context.Context, from, to chat.ChatID) error // see Config.Moved
}

// MarkLost suspends the tables in a chat that excluded the bot. A repeated input counts once.
func (r *Reachability) MarkLost(ctx context.Context, in chat.Input) error {
	if seen, err := r.store.WasSeen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range r.tables.Index.ShownAt(in) {
		err := r.tables.WithTable(ctx, id, func(l *tables.Locked) error { return r.markLostAt(ctx, l, in) })
		if chat.IgnoreRefusal(err) != nil {
			return err
		}
	}
	return r.store.MarkSeen(ctx, in)
}

func (r *Reachability) markLostAt(ctx context.Context, l *tables.Locked, in chat.Input) error {
	for _, m := range l.Table().Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		r.queue.MarkLost(messageKey(l.Table().ID, m.Place))
		r.outbox.BeginSilence(m.Place)
		if err := r.setLost(ctx, l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// MarkFound shows the tables where the input comes from. If the bot was let in, it reposts boards, because others may
// have written much since. After an error the caller must repeat the call, because a network reports the return once.
func (r *Reachability) MarkFound(ctx context.Context, in chat.Input) (err error) {
	for _, id := range r.tables.Index.ShownAt(in) {
		found := r.tables.WithTable(ctx, id, func(l *tables.Locked) error { return r.markFoundAt(ctx, l, in) })
		err = errors.Join(err, chat.IgnoreRefusal(found))
	}
	if in.Chat == "" {
		r.notices.DeliverTo(ctx, in.User)
	}
	return err
}

func (r *Reachability) markFoundAt(ctx context.Context, l *tables.Locked, in chat.Input) (err error) {
	active := l.Table().IsActive()
	l.SetMessages(func(m *match.Message) {
		if in.IsFrom(m.Place) {
			repost := in.What != chat.EventSaid && active && m.Lost && m.Place.Chat != ""
			m.Repost = r.queue.MarkFound(messageKey(l.Table().ID, m.Place), repost) || m.Repost
		}
	})
	// After a text the place stays marked as lost until a delivery succeeds, so that not each text costs a commit.
	for _, m := range l.Table().Messages {
		if in.What != chat.EventSaid && m.Lost && in.IsFrom(m.Place) && err == nil {
			err = r.setLost(ctx, l, m.Place, false)
		}
	}
	r.courier.redraw(l)
	return err
}

func (r *Reachability) followChat(ctx context.Context, place chat.Place, answer error) {
	from := place.Chat
	if moved, is := errors.AsType[chat.Migrated](answer); is && moved.To != "" && from != "" && moved.To != from {
		if err := r.MoveChat(ctx, from, moved.To); err != nil && ctx.Err() == nil {
			r.log.Warn("chat not moved", "platform", place.Platform(), "err", err)
		}
	}
}

// MoveChat moves a chat's data to its new id. It is idempotent.
func (r *Reachability) MoveChat(ctx context.Context, from, to chat.ChatID) error {
	if err := r.tables.MoveChat(ctx, from, to); err != nil {
		return err
	}
	return r.moved(ctx, from, to)
}

func (r *Reachability) recordOutcome(ctx context.Context, l *tables.Locked, place chat.Place, out outbox.Outcome) {
	before := *l.Table().Messages.In(place)
	l.SetMessages(func(m *match.Message) {
		if m.Place == place {
			*m = withOutcome(*m, out)
		}
	})
	if out.Step == outbox.StepRetire {
		return
	}
	sent, blocked := out.IsSent(), errors.Is(out.Err, chat.ErrBlocked)
	found := sent && !blocked && before.Lost && !r.queue.WasLost(messageKey(l.Table().ID, place))
	switch {
	case blocked && !before.Lost:
		r.recordLost(ctx, l, place, true)
	case found:
		r.recordLost(ctx, l, place, false)
	case sent && before.Ref != out.Ref:
		r.storeRef(ctx, l, place)
	}
}

func withOutcome(m match.Message, out outbox.Outcome) match.Message {
	if out.Step == outbox.StepRetire {
		if out.Final && m.Old == out.Old {
			m.Old = ""
		}
		return m
	}
	rev := int64(0)
	if out.Whole {
		rev = out.Rev
	}
	switch sent, isNew := out.IsSent(), out.Old == "" && m.Ref != out.Ref; {
	case sent && isNew:
		m.Ref, m.Old, m.ShownRev, m.Repost = out.Ref, m.Ref, rev, false
	case sent:
		m.Ref, m.ShownRev, m.Repost = out.Ref, max(m.ShownRev, rev), m.Repost && out.Old != ""
	}
	switch {
	case errors.Is(out.Err, chat.ErrGone):
		m.Ref = ""
	case errors.Is(out.Err, chat.ErrRefused):
		m.Repost = false
	}
	return m
}

// storeRef stores a new message's reference, even while the bot stops: without it a restart would post a second
// message.
func (r *Reachability) storeRef(ctx context.Context, l *tables.Locked, place chat.Place) {
	l.SetUnstored()
	if r.outbox.Traits(place).LosesMessages {
		return
	}
	c := l.Change()
	c.SkipsShow = true
	if err := r.tables.Commit(context.WithoutCancel(ctx), l, c); err != nil {
		r.log.Warn("message reference not stored", "err", err)
	}
}

// If recordLost fails, the next screen or input detects the loss again.
func (r *Reachability) recordLost(ctx context.Context, l *tables.Locked, place chat.Place, lost bool) {
	if lost {
		r.log.Info("place can't be reached", "table", l.Table().ID, "platform", place.Platform(), "public", place.Chat != "")
		r.outbox.BeginSilence(place)
	}
	if err := r.setLost(ctx, l, place, lost); err != nil {
		r.log.Warn("place's loss or return not stored", "platform", place.Platform(), "lost", lost, "err", err)
	}
}

// setLost also raises the revision if the place is private, because the table's other messages show the loss.
func (r *Reachability) setLost(ctx context.Context, l *tables.Locked, place chat.Place, lost bool) error {
	c := l.Change()
	m := c.Messages.In(place)
	if m.Lost == lost {
		return nil
	}
	if place.User != "" {
		c.Rev++
	}
	notified := r.tables.Facts.IsNotifiedBy(c.Table, *m)
	m.Lost, m.LostAtMillis = lost, 0
	if lost {
		m.LostAtMillis = r.tables.Facts.RunningTime().Milliseconds()
	}
	if !lost && m.ShownRev == l.Table().Rev && r.tables.Facts.IsNotifiedBy(c.Table, *m) == notified {
		m.ShownRev = c.Rev // everything else is shown already
	}
	return r.tables.Commit(context.WithoutCancel(ctx), l, c)
}
