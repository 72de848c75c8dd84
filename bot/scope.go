package bot

import (
	"context"
	"slices"

	"tarockbot/bot/keep"
	"tarockbot/engine/games"
)

// scopeOf is the scope that stands for the chat: itself, unless it goes on from
// another.
func (st *standings) scopeOf(ctx context.Context, at ChatID) (ChatID, error) {
	for at != "" && at != everywhere {
		var from ChatID
		version, err := st.store.Load(ctx, kindScope, string(at), &from)
		if err != nil {
			return "", err
		}
		if version == 0 {
			break
		}
		at = from
	}
	return at, nil
}

// scopesOf are the scopes that stand for the chats, each once: the first, and others.
func (st *standings) scopesOf(ctx context.Context, chats []ChatID) (first ChatID, others []ChatID, err error) {
	var all []ChatID
	for _, x := range chats {
		if x, err = st.scopeOf(ctx, x); err != nil {
			return "", nil, err
		}
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return "", nil, nil
	}
	return all[0], slices.Clip(all[1:]), nil
}

// moveScope lets what is played in the new chat count where that of the old one
// does. What has been played in the new one before counts there from now on, too.
func (st *standings) moveScope(ctx context.Context, from, to ChatID) error {
	old, err := st.scopeOf(ctx, to)
	if err != nil {
		return err
	}
	scope, err := st.joinScope(ctx, from, old)
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
			if err := st.emptyScope(ctx, board{by, game.ID, old}, scope); err != nil {
				return err
			}
		}
	}
	return nil
}

// joinScope notes that the scope is that of the chat from now on, and returns
// that.
func (st *standings) joinScope(ctx context.Context, at, scope ChatID) (ChatID, error) {
	st.Lock()
	defer st.Unlock()
	of, err := st.scopeOf(ctx, at)
	if err != nil || of == scope {
		return of, err
	}
	doc, err := keep.Encode(kindScope, string(scope), 0, of)
	if err != nil {
		return "", err
	}
	return of, st.store.Commit(ctx, doc)
}

// movedAtOnce is how many people are moved to another scope in one commit.
const movedAtOnce = 10

// emptyScope takes all on the board, and what they have reached in its scope, to
// the other one, a few people at a time and each person's at once.
func (st *standings) emptyScope(ctx context.Context, from board, to ChatID) error {
	for {
		n, err := st.emptySome(ctx, from, to)
		if err != nil || n < movedAtOnce {
			return err
		}
	}
}

func (st *standings) emptySome(ctx context.Context, from board, to ChatID) (int, error) {
	st.Lock()
	defer st.Unlock()
	places, err := from.after(ctx, st.store, "", movedAtOnce)
	if err != nil {
		return 0, err
	}
	r := st.newRegistrar(keep.NewChange(st.store), from.game)
	for _, p := range places {
		e, err := st.entrantOf(ctx, p.person)
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
	return len(places), st.store.Commit(ctx, docs...)
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
