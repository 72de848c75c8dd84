package bot

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// movedTo is where the place's chat goes on, if that is why showing failed.
func movedTo(p Place, err error) (to ChatID, moved bool) {
	var m Migrated
	if !errors.As(err, &m) || m.To == "" || p.Chat == "" || m.To == p.Chat {
		return "", false
	}
	return m.To, true
}

// moveChat takes what belongs to a chat along to its new id: its tables, its
// settings and its totals. It may be done again.
func (b *Bot) moveChat(ctx context.Context, from, to ChatID) error {
	for _, id := range b.register.shownAt(Input{Chat: from}) {
		if err := b.moveTable(ctx, id, from, to); err != nil {
			return err
		}
	}
	for _, kind := range []string{kindSpace, kindGreeted} {
		if err := b.moveDoc(ctx, kind, string(from), string(to)); err != nil {
			return err
		}
	}
	return b.moveScope(ctx, from, to)
}

func (b *Bot) moveTable(ctx context.Context, id TableID, from, to ChatID) error {
	code, err := b.newCode()
	if err != nil {
		return err
	}
	_, err = b.update(ctx, id, Input{ID: "moved/" + code}, person{}, func(c *change) (Answer, error) {
		c.moveChat(from, to)
		return Answer{}, nil
	})
	return chat.UnlessRefused(err) // it may have been forgotten meanwhile
}

// moveChat moves the table's messages. Those of the old chat stay as they are,
// for nobody can change them any more; new ones take their place, but not for
// what is over and has been shown.
func (t *table) moveChat(from, to ChatID) {
	t.Chat, t.Space = from.Moved(t.Chat, to), from.Moved(t.Space, to)
	var messages []message
	for _, m := range t.Messages {
		place := Place{Chat: from.Moved(m.Place.Chat, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case t.messageIn(place) != nil: // it is shown there already
		case t.live() || m.Shown < t.Rev:
			messages = append(messages, message{Place: place, Space: from.Moved(m.Space, to), Seat: m.Seat})
		}
	}
	t.Messages = messages
}

// moveDoc gives a document another id, unless there is one already.
func (b *Bot) moveDoc(ctx context.Context, kind, from, to string) error {
	old, err := b.store.Get(ctx, storage.Key{Kind: kind, ID: from})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	moved := storage.Doc{Key: storage.Key{Kind: kind, ID: to}, Data: old.Data}
	old.Data = nil
	err = b.store.Commit(ctx, old, moved)
	if errors.Is(err, storage.ErrConflict) {
		err = b.store.Commit(ctx, old)
	}
	return err
}

// moveScope lets what is played in the new chat count where that of the old one
// does. What has been played in the new one before counts there from now on, too.
func (b *Bot) moveScope(ctx context.Context, from, to ChatID) error {
	old, err := b.scopeOf(ctx, to)
	if err != nil {
		return err
	}
	scope, err := b.joinScope(ctx, from, old)
	if err != nil {
		return err
	}
	if old == scope {
		old = to // it has been done before, but perhaps not to the end
	}
	if old == scope {
		return nil
	}
	for _, game := range games.All() {
		for _, by := range []string{byPoints, apart} {
			if err := b.emptyScope(ctx, board{by, game.ID, old}, scope); err != nil {
				return err
			}
		}
	}
	return nil
}

// joinScope notes that the scope is that of the chat from now on, and returns
// that.
func (b *Bot) joinScope(ctx context.Context, chat, scope ChatID) (ChatID, error) {
	b.ranking.mu.Lock()
	defer b.ranking.mu.Unlock()
	of, err := b.scopeOf(ctx, chat)
	if err != nil || of == scope {
		return of, err
	}
	doc, err := keep.Encode(kindScope, string(scope), 0, of)
	if err != nil {
		return "", err
	}
	return of, b.store.Commit(ctx, doc)
}

// emptyScope takes all on the board, and what they have reached in its scope, to
// the other one, a few people at a time and each person's at once.
func (b *Bot) emptyScope(ctx context.Context, from board, to ChatID) error {
	for {
		n, err := b.emptySome(ctx, from, to)
		if err != nil || n < leaderboardSize {
			return err
		}
	}
}

func (b *Bot) emptySome(ctx context.Context, from board, to ChatID) (int, error) {
	b.ranking.mu.Lock()
	defer b.ranking.mu.Unlock()
	places, err := from.after(ctx, b.store, "", leaderboardSize)
	if err != nil {
		return 0, err
	}
	r := b.newRegistrar(keep.NewChange(b.store), from.game)
	for _, p := range places {
		e, err := b.entrantOf(ctx, p.person)
		if err != nil {
			return 0, err
		}
		if err := r.enter(ctx, e); err != nil {
			return 0, err
		}
		if err := p.list(ctx, r.book, false); err != nil {
			return 0, err
		}
	}
	for _, s := range r.ledger.standings {
		s.move(from.scope, to)
	}
	if err := r.relist(ctx); err != nil {
		return 0, err
	}
	docs, err := r.book.Docs()
	if err != nil {
		return 0, err
	}
	return len(places), b.store.Commit(ctx, docs...)
}

// move lets what counted in the one scope count in the other.
func (s *standing) move(from, to ChatID) {
	x := s.Scopes[from]
	if x == nil {
		return
	}
	delete(s.Scopes, from)
	if s.Scopes[to] != nil {
		x = x.plus(s.Scopes[to])
	}
	s.Scopes[to] = x
}
