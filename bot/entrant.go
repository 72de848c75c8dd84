package bot

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// entrant is somebody as leaderboards know them: all identities that are one
// person, under the name of the head.
type entrant struct {
	all    []chat.PersonID // the first is the head
	listed bool            // they want to be seen
}

// head is who stands on boards for all identities.
func (e entrant) head() chat.PersonID { return e.all[0] }

// entrantOf is who the account belongs to. It is asked with the ranking's lock
// held: links and wishes don't change meanwhile.
func (st *standings) entrantOf(ctx context.Context, account chat.PersonID) (entrant, error) {
	return st.entrant(ctx, st.people.Accounts(account))
}

// entrant is all these accounts as one person, as the head wishes to be listed.
func (st *standings) entrant(ctx context.Context, all []chat.PersonID) (entrant, error) {
	listed, err := st.people.Listed(ctx, all[0])
	return entrant{all, listed}, err
}

// relistDocs is what has to be stored when people become others on the boards:
// linked ones become one, or one part, or want to be seen or not. What they have
// reached stays. The ranking's lock must be held until it is stored.
func (st *standings) relistDocs(ctx context.Context, from, to []entrant) ([]storage.Doc, error) {
	bk := keep.NewChange(st.store)
	for _, g := range games.All() {
		r := st.newRegistrar(bk, g.ID)
		for _, e := range from {
			if err := r.enter(ctx, e); err != nil {
				return nil, err
			}
		}
		r.entrants = to
		if err := r.relist(ctx); err != nil {
			return nil, err
		}
	}
	return bk.Docs()
}

// rated is the account on which they are rated: that with the most rated matches,
// of several the first.
func (e entrant) rated(l ledger) chat.PersonID {
	return slices.MaxFunc(e.all, func(x, y chat.PersonID) int {
		return cmp.Or(cmp.Compare(l.of(x).Rated, l.of(y).Rated), cmp.Compare(slices.Index(e.all, y), slices.Index(e.all, x)))
	})
}

// totals are what they have reached in each scope with all their accounts.
func (e entrant) totals(l ledger) map[ChatID]*tallying {
	sums := make(map[ChatID]*tallying)
	for _, account := range e.all {
		for scope, x := range l.of(account).Scopes {
			if sums[scope] != nil {
				x = sums[scope].plus(x)
			}
			sums[scope] = x
		}
	}
	return sums
}

// ratedScopes is in how many chats, besides everywhere, somebody is on the board
// of ratings: those where they have played last. A match changes the rating in
// all of them.
const ratedScopes = 16

// places are all that they have on boards of the game at that time. Of weeks and
// months that are over nothing is kept.
func (e entrant) places(game string, l ledger, now time.Time) []boardPlace {
	var all []boardPlace
	add := func(by string, scope ChatID, score int) {
		all = append(all, boardPlace{board{by, game, scope}, score, e.head()})
	}
	totals := e.totals(l)
	if !e.listed {
		for scope := range totals {
			add(apart, scope, 0)
		}
		return all
	}
	for scope, x := range totals {
		add(byPoints, scope, x.Points)
		if x.Week.Name >= weekOf(now) {
			add(x.Week.Name, scope, x.Week.Points)
		}
		if x.Month.Name >= monthOf(now) {
			add(x.Month.Name, scope, x.Month.Points)
		}
	}
	if best := l.of(e.rated(l)); best.Rated > 0 {
		for _, scope := range lastScopes(totals) {
			add(byRating, scope, best.Rating.Shown())
		}
	}
	return all
}

// lastScopes are everywhere, and where the last matches were.
func lastScopes(totals map[ChatID]*tallying) []ChatID {
	var scopes []ChatID
	for scope := range totals {
		if scope != everywhere {
			scopes = append(scopes, scope)
		}
	}
	slices.SortFunc(scopes, func(x, y ChatID) int {
		return cmp.Or(totals[y].Last.Compare(totals[x].Last), cmp.Compare(x, y))
	})
	scopes = scopes[:min(ratedScopes, len(scopes))]
	if totals[everywhere] != nil {
		scopes = append(scopes, everywhere)
	}
	return scopes
}
