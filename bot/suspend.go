package bot

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/tables"
)

// A table is suspended in a place where nobody can be reached: it is marked as
// lost, and nothing is sent there. In its other places it goes on. The first
// sign of life from the place brings the newest screen.

// heard notes that somebody is there where the input comes from.
func (b *Bot) heard(ctx context.Context, in Input) {
	if b.outbox.Heard(in.Place()) {
		b.findAgain(ctx, in)
	}
}

// setLostLocked notes durably whether nobody can be reached in the place. If that is
// somebody's own side, the table's other messages tell.
func (b *Bot) setLostLocked(l *tables.Entry, place Place, lost bool) error {
	next := l.State.Clone()
	if place.User != "" {
		next.Rev++
	}
	m := next.MessageIn(place)
	told := b.facts.ToldAt(next, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = b.clock.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.State.Rev && b.facts.ToldAt(next, *m) == told {
		m.Shown = next.Rev // its own text doesn't tell
	}
	if err := b.tables.SaveLocked(context.WithoutCancel(b.running), l, next); err != nil {
		return err
	}
	if lost {
		b.outbox.Silence(place)
	}
	return nil
}

// lose suspends the tables in a chat or private side that the bot was thrown
// out of.
func (b *Bot) lose(ctx context.Context, in Input) error {
	if seen, err := b.store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range b.register.ShownAt(in) {
		if err := b.loseAt(ctx, id, in); err != nil {
			return err
		}
	}
	return b.store.MarkSeen(ctx, in)
}

func (b *Bot) loseAt(ctx context.Context, id chat.TableID, in Input) error {
	l, err := b.tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for _, m := range l.State.Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		b.messages.Lose(keyOf(id, m.Place))
		if m.Lost {
			b.outbox.Silence(m.Place)
			continue
		}
		if err := b.setLostLocked(l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// findAgain shows the tables where the input comes from: somebody can be reached
// there again. In a chat that the bot was let into they are posted anew, for
// others may have written much since.
func (b *Bot) findAgain(ctx context.Context, in Input) {
	for _, id := range b.register.ShownAt(in) {
		b.showAgain(ctx, id, in)
	}
	if in.Chat == "" {
		b.notices.TellAgain(ctx, in.User)
	}
}

func (b *Bot) showAgain(ctx context.Context, id chat.TableID, in Input) {
	l, err := b.tables.Open(ctx, id)
	if err != nil {
		return
	}
	defer l.Unlock()
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		if !in.IsFrom(m.Place) {
			continue
		}
		anew := in.What != Said && l.State.IsActive() && m.Lost && m.Place.Chat != ""
		m.Repost = b.messages.Found(keyOf(id, m.Place), anew) || m.Repost
	}
	b.refreshLocked(l)
}
