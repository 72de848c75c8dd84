package standing

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine/games"
)

// ScopeOf returns the chat's scope, which may have moved.
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

// ScopeFilter tells which matches count in a chat's scope. It isn't safe for concurrent use.
type ScopeFilter struct {
	st    *Standings
	here  chat.ChatID
	known map[chat.ChatID]chat.ChatID
}

// ScopeFilterFor returns the filter that admits the chat's scope.
func (st *Standings) ScopeFilterFor(ctx context.Context, at chat.ChatID) (*ScopeFilter, error) {
	here, err := st.ScopeOf(ctx, at)
	return &ScopeFilter{st, here, make(map[chat.ChatID]chat.ChatID)}, err
}

// Admits reports whether one of the scopes has become the filter's.
func (f *ScopeFilter) Admits(ctx context.Context, scopes []chat.ChatID) (bool, error) {
	for _, x := range scopes {
		now, known := f.known[x]
		if !known {
			var err error
			if now, err = f.st.ScopeOf(ctx, x); err != nil {
				return false, err
			}
			f.known[x] = now
		}
		if now == f.here {
			return true, nil
		}
	}
	return false, nil
}

// ScopesOf returns the chats' scopes without duplicates: the first, and the others.
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

// MoveScope makes the new chat count in the old chat's scope, and moves its totals there. It is idempotent.
func (st *Standings) MoveScope(ctx context.Context, from, to chat.ChatID) error {
	source, target, err := st.redirectScope(ctx, from, to)
	if err != nil || source == target {
		return err
	}
	for _, game := range games.All() {
		for _, by := range []Order{ByPoints, unlisted} {
			board := Leaderboard{by, game.ID, source}
			err := repeatUntilLess(moveGroupSize, func() (int, error) { return st.moveGroup(ctx, board, target) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (st *Standings) redirectScope(ctx context.Context, from, to chat.ChatID) (source, target chat.ChatID, err error) {
	defer st.Lock().Unlock()
	if source, err = st.ScopeOf(ctx, to); err != nil {
		return "", "", err
	}
	if target, err = st.ScopeOf(ctx, from); err != nil {
		return "", "", err
	}
	if source == target {
		return to, target, nil // an earlier call may have moved only a part
	}
	return source, target, st.store.Put(ctx, KindScope, string(source), 0, target)
}

const moveGroupSize = 10

func (st *Standings) moveGroup(ctx context.Context, from Leaderboard, to chat.ChatID) (int, error) {
	boards := st.Lock()
	defer boards.Unlock()
	places, err := from.PlacesAfter(ctx, st.store, "", moveGroupSize)
	if err != nil {
		return 0, err
	}
	u := boards.newUpdate(documents.NewTransaction(st.store), from.Game)
	for _, p := range places {
		if _, err := u.addGroupOf(ctx, p.Person); err != nil {
			return 0, err
		}
		p.setTaken(ctx, u.tx, false) // relist keeps outdated places, which would be found forever
	}
	for _, s := range u.ledger.standings {
		s.move(from.Scope, to)
	}
	u.relist(ctx, u.entrants)
	return len(places), u.tx.Commit(ctx)
}
