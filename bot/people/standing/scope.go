package standing

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine/games"
)

// ScopeOf returns the scope that matches in the chat count in: its own, unless that has moved to another's.
func (st *Standings) ScopeOf(ctx context.Context, at chat.ChatID) (chat.ChatID, error) {
	for at != "" && at != Everywhere {
		var from chat.ChatID
		if version, err := st.store.Load(ctx, KindScope, string(at), &from); err != nil || version == 0 {
			return at, err
		}
		at = from
	}
	return at, nil
}

// CountsIn returns a function that reports whether a match that counted in the scopes counts in the chat's, also if one of
// them has moved there since. The function's error is the store's. It isn't safe for concurrent use.
func (st *Standings) CountsIn(ctx context.Context, at chat.ChatID) (func(context.Context, []chat.ChatID) (bool, error), error) {
	here, err := st.ScopeOf(ctx, at)
	now := make(map[chat.ChatID]chat.ChatID) // the scopes that were asked for
	return func(ctx context.Context, scopes []chat.ChatID) (counts bool, err error) {
		for _, x := range scopes {
			if _, known := now[x]; !known {
				if now[x], err = st.ScopeOf(ctx, x); err != nil {
					return false, err
				}
			}
			counts = counts || now[x] == here
		}
		return counts, nil
	}, err
}

// ScopesOf returns the different scopes of the chats: the first, and the others.
func (st *Standings) ScopesOf(ctx context.Context, chats []chat.ChatID) (first chat.ChatID, others []chat.ChatID, err error) {
	for _, x := range chats {
		if x, err = st.ScopeOf(ctx, x); err != nil {
			return "", nil, err
		}
		if !slices.Contains(others, x) {
			others = append(others, x)
		}
	}
	if len(others) > 0 {
		first, others = others[0], slices.Clip(others[1:])
	}
	return first, others, nil
}

// MoveScope makes matches in the new chat count in the old chat's scope, and moves the new chat's totals
// there. It may be repeated after a crash.
func (st *Standings) MoveScope(ctx context.Context, from, to chat.ChatID) error {
	source, target, err := st.redirectScope(ctx, from, to)
	if err != nil || source == target {
		return err
	}
	for _, game := range games.All() {
		for _, by := range []Order{ByPoints, unlisted} {
			for n := movedAtOnce; n == movedAtOnce; {
				if n, err = st.moveSome(ctx, Leaderboard{by, game.ID, source}, target); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// redirectScope stores that the scope of the new chat continues as the scope of the old chat, the target. It returns
// the source, where totals may still lie.
func (st *Standings) redirectScope(ctx context.Context, from, to chat.ChatID) (source, target chat.ChatID, err error) {
	defer st.Lock().Unlock()
	if source, err = st.ScopeOf(ctx, to); err == nil {
		target, err = st.ScopeOf(ctx, from)
	}
	switch {
	case err != nil:
	case source == target:
		source = to // it was redirected before; perhaps not everything was moved
	default:
		err = st.store.Put(ctx, KindScope, string(source), 0, target)
	}
	return source, target, err
}

// movedAtOnce is how many people moveSome moves in one commit.
const movedAtOnce = 10

// moveSome moves the totals of some people on the leaderboard to another scope, and returns how many people.
func (st *Standings) moveSome(ctx context.Context, from Leaderboard, to chat.ChatID) (int, error) {
	boards := st.Lock()
	defer boards.Unlock()
	places, err := from.After(ctx, st.store, "", movedAtOnce)
	if err != nil {
		return 0, err
	}
	u := boards.newUpdate(documents.NewTransaction(st.store), from.Game)
	for _, p := range places {
		if _, err := u.addGroupOf(ctx, p.Person); err != nil {
			return 0, err
		}
		p.setTaken(ctx, u.tx, false)
	}
	for _, s := range u.ledger.standings {
		s.move(from.Scope, to)
	}
	u.relist(ctx, u.entrants)
	return len(places), u.tx.Commit(ctx)
}
