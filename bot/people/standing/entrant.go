package standing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// Entrant is a group of linked accounts on leaderboards.
type Entrant struct {
	All    []chat.PersonID // head first
	Listed bool
}

// EntrantOf returns the entrant with the account. The standings' lock keeps it valid.
func (st *Standings) EntrantOf(ctx context.Context, account chat.PersonID) (Entrant, error) {
	return st.entrantOf(ctx, st.people.Accounts(account))
}

func (st *Standings) entrantOf(ctx context.Context, accounts []chat.PersonID) (Entrant, error) {
	listed, err := st.people.IsListed(ctx, accounts[0])
	return Entrant{accounts, listed}, err
}

func (st *Standings) entrantsOf(ctx context.Context, groups [][]chat.PersonID) (all []Entrant, err error) {
	for _, accounts := range groups {
		e, err := st.entrantOf(ctx, accounts)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// Rated returns the account with the most rated matches. The entrant's matches change only the rating of that account.
func (e Entrant) Rated(l Ledger) chat.PersonID {
	return slices.MaxFunc(e.All, func(x, y chat.PersonID) int { return cmp.Compare(l.Of(x).Rated, l.Of(y).Rated) })
}

// Totals sums the accounts' totals, by scope.
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

// ratedScopes limits the leaderboards that a rated match changes.
const ratedScopes = 16

// Places returns the entrant's places, except past weeks' and months'.
func (e Entrant) Places(l Ledger, now time.Time) []Place {
	var all []Place
	add := func(by Order, scope chat.ChatID, score int) {
		all = append(all, Place{Leaderboard{by, l.game, scope}, score, e.All[0]})
	}
	totals := e.Totals(l)
	if !e.Listed {
		for scope := range totals {
			add(unlisted, scope, 0)
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

func lastScopes(totals map[chat.ChatID]*Totals) []chat.ChatID {
	scopes := slices.SortedFunc(maps.Keys(totals), func(x, y chat.ChatID) int {
		return cmp.Or(totals[y].Last.Compare(totals[x].Last), cmp.Compare(x, y))
	})
	scopes = slices.DeleteFunc(scopes, func(x chat.ChatID) bool { return x == Everywhere })
	return append(scopes[:min(ratedScopes, len(scopes))], Everywhere)
}
