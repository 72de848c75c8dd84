package posts

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/tables"
)

// A table is suspended in a place where nobody can be reached: it is marked as
// lost, and nothing is sent there. In its other places it goes on. The first
// sign of life from the place brings the newest screen.

// Heard notes that somebody is there where the input comes from.
func (ps *Posts) Heard(ctx context.Context, in chat.Input) {
	if ps.outbox.Heard(in.Place()) {
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
	told := ps.facts.ToldAt(next, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = ps.clock.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.State.Rev && ps.facts.ToldAt(next, *m) == told {
		m.Shown = next.Rev // its own text doesn't tell
	}
	if err := ps.tables.SaveLocked(context.WithoutCancel(ps.running), l, next); err != nil {
		return err
	}
	if lost {
		ps.outbox.Silence(place)
	}
	return nil
}

// Lose suspends the tables in a chat or private side that the bot was thrown
// out of.
func (ps *Posts) Lose(ctx context.Context, in chat.Input) error {
	if seen, err := ps.store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range ps.tables.Index.ShownAt(in) {
		if err := ps.loseAt(ctx, id, in); err != nil {
			return err
		}
	}
	return ps.store.MarkSeen(ctx, in)
}

func (ps *Posts) loseAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := ps.tables.Open(ctx, id)
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
			ps.outbox.Silence(m.Place)
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
	for _, id := range ps.tables.Index.ShownAt(in) {
		ps.showAgain(ctx, id, in)
	}
	if in.Chat == "" {
		ps.Notices.TellAgain(ctx, in.User)
	}
}

func (ps *Posts) showAgain(ctx context.Context, id chat.TableID, in chat.Input) {
	l, err := ps.tables.Open(ctx, id)
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
	ps.refreshLocked(l)
}
