package standing

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine/games"
)

// ScopeOf is the scope that stands for the chat: itself, unless it goes on from
// another.
func (st *Standings) ScopeOf(ctx context.Context, at chat.ChatID) (chat.ChatID, error) {
	for at != "" && at != Everywhere {
		var from chat.ChatID
		version, err := st.store.Load(ctx, KindScope, string(at), &from)
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

// ScopesOf are the scopes that stand for the chats, each once: the first, and others.
func (st *Standings) ScopesOf(ctx context.Context, chats []chat.ChatID) (first chat.ChatID, others []chat.ChatID, err error) {
	var all []chat.ChatID
	for _, x := range chats {
		if x, err = st.ScopeOf(ctx, x); err != nil {
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

// MoveScope lets what is played in the new chat count where that of the old one
// does. What has been played in the new one before counts there from now on, too.
func (st *Standings) MoveScope(ctx context.Context, from, to chat.ChatID) error {
	old, err := st.ScopeOf(ctx, to)
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
		for _, by := range []string{ByPoints, apart} {
			if err := st.emptyScope(ctx, Board{by, game.ID, old}, scope); err != nil {
				return err
			}
		}
	}
	return nil
}

// joinScope notes that the scope is that of the chat from now on, and returns
// that.
func (st *Standings) joinScope(ctx context.Context, at, scope chat.ChatID) (chat.ChatID, error) {
	st.Lock()
	defer st.Unlock()
	of, err := st.ScopeOf(ctx, at)
	if err != nil || of == scope {
		return of, err
	}
	doc, err := keep.Encode(KindScope, string(scope), 0, of)
	if err != nil {
		return "", err
	}
	return of, st.store.Commit(ctx, doc)
}

// movedAtOnce is how many people are moved to another scope in one commit.
const movedAtOnce = 10

// emptyScope takes all on the board, and what they have reached in its scope, to
// the other one, a few people at a time and each person's at once.
func (st *Standings) emptyScope(ctx context.Context, from Board, to chat.ChatID) error {
	for {
		n, err := st.emptySome(ctx, from, to)
		if err != nil || n < movedAtOnce {
			return err
		}
	}
}

func (st *Standings) emptySome(ctx context.Context, from Board, to chat.ChatID) (int, error) {
	st.Lock()
	defer st.Unlock()
	places, err := from.After(ctx, st.store, "", movedAtOnce)
	if err != nil {
		return 0, err
	}
	r := st.newUpdate(keep.NewChange(st.store), from.Game)
	for _, p := range places {
		e, err := st.EntrantOf(ctx, p.Person)
		if err != nil {
			return 0, err
		}
		if err := r.enter(ctx, e); err != nil {
			return 0, err
		}
		if err := p.List(ctx, r.book, false); err != nil {
			return 0, err
		}
	}
	for _, s := range r.ledger.Standings {
		s.move(from.Scope, to)
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
func (s *Standing) move(from, to chat.ChatID) {
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
