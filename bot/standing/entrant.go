package standing

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

// Entrant is somebody as leaderboards know them: all identities that are one
// person, under the name of the head.
type Entrant struct {
	All    []chat.PersonID // the first is the head
	Listed bool            // they want to be seen
}

// head is who stands on boards for all identities.
func (e Entrant) head() chat.PersonID { return e.All[0] }

// EntrantOf is who the account belongs to. It is asked with the ranking's lock
// held: links and wishes don't change meanwhile.
func (st *Standings) EntrantOf(ctx context.Context, account chat.PersonID) (Entrant, error) {
	return st.Entrant(ctx, st.people.Accounts(account))
}

// Entrant is all these accounts as one person, as the head wishes to be listed.
func (st *Standings) Entrant(ctx context.Context, all []chat.PersonID) (Entrant, error) {
	listed, err := st.people.Listed(ctx, all[0])
	return Entrant{all, listed}, err
}

// Relist is what has to be stored when people become others on the boards:
// linked ones become one, or one part, or want to be seen or not. What they have
// reached stays. The ranking's lock must be held until it is stored.
func (st *Standings) Relist(ctx context.Context, from, to []Entrant) ([]storage.Doc, error) {
	bk := keep.NewChange(st.store)
	for _, g := range games.All() {
		r := st.newUpdate(bk, g.ID)
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

// Rated is the account on which they are rated: that with the most rated matches,
// of several the first.
func (e Entrant) Rated(l Ledger) chat.PersonID {
	return slices.MaxFunc(e.All, func(x, y chat.PersonID) int {
		return cmp.Or(cmp.Compare(l.Of(x).Rated, l.Of(y).Rated), cmp.Compare(slices.Index(e.All, y), slices.Index(e.All, x)))
	})
}

// Totals are what they have reached in each scope with all their accounts.
func (e Entrant) Totals(l Ledger) map[chat.ChatID]*Totals {
	sums := make(map[chat.ChatID]*Totals)
	for _, account := range e.All {
		for scope, x := range l.Of(account).Scopes {
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

// Places are all that they have on boards of the game at that time. Of weeks and
// months that are over nothing is kept.
func (e Entrant) Places(game string, l Ledger, now time.Time) []Place {
	var all []Place
	add := func(by string, scope chat.ChatID, score int) {
		all = append(all, Place{Board{by, game, scope}, score, e.head()})
	}
	totals := e.Totals(l)
	if !e.Listed {
		for scope := range totals {
			add(apart, scope, 0)
		}
		return all
	}
	for scope, x := range totals {
		add(ByPoints, scope, x.Points)
		if x.Week.Name >= WeekOf(now) {
			add(x.Week.Name, scope, x.Week.Points)
		}
		if x.Month.Name >= MonthOf(now) {
			add(x.Month.Name, scope, x.Month.Points)
		}
	}
	if best := l.Of(e.Rated(l)); best.Rated > 0 {
		for _, scope := range lastScopes(totals) {
			add(ByRating, scope, best.Rating.Shown())
		}
	}
	return all
}

// lastScopes are everywhere, and where the last matches were.
func lastScopes(totals map[chat.ChatID]*Totals) []chat.ChatID {
	var scopes []chat.ChatID
	for scope := range totals {
		if scope != Everywhere {
			scopes = append(scopes, scope)
		}
	}
	slices.SortFunc(scopes, func(x, y chat.ChatID) int {
		return cmp.Or(totals[y].Last.Compare(totals[x].Last), cmp.Compare(x, y))
	})
	scopes = scopes[:min(ratedScopes, len(scopes))]
	if totals[Everywhere] != nil {
		scopes = append(scopes, Everywhere)
	}
	return scopes
}
