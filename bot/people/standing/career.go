package standing

import (
	"cmp"
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine/rating"
)

// Career is a person's results in a game.
type Career struct {
	Rating       rating.Rating
	RatedMatches int
	Rank         int
	Totals       Tally
	Stats        PlayStats // Curve and Best are the rated account's
}

// CareerOf returns the person's career in the game.
func (st *Standings) CareerOf(ctx context.Context, who chat.PersonID, game string) (all Career, err error) {
	tx, e := documents.NewTransaction(st.store), Entrant{All: st.people.Accounts(who)}
	ledger := NewLedger(game).Load(ctx, tx, e.All)
	for _, account := range e.All {
		all.Stats = all.Stats.plus(*loadStats(ctx, tx, game, account))
	}
	all.Totals = cmp.Or(e.Totals(ledger)[Everywhere], new(Totals)).Tally
	best := e.Rated(ledger)
	x := loadStats(ctx, tx, game, best)
	all.Stats.Curve, all.Stats.Best = x.Curve, x.Best
	if of := ledger.Of(best); of.Rated > 0 {
		all.Rating, all.RatedMatches = of.Rating, of.Rated
		all.Rank = Leaderboard{ByRating, game, Everywhere}.Rank(ctx, tx, of.Rating.Shown())
	}
	return all, tx.Err()
}

// RivalsOf returns the account's rivals, per game.
func (st *Standings) RivalsOf(ctx context.Context, account chat.PersonID) (all []chat.PersonID, err error) {
	for doc, err := range st.store.ScanPerson(ctx, KindRival, account) {
		if err != nil {
			return nil, fmt.Errorf("bot: rivals: %w", err)
		}
		other, _ := splitRivalID(doc.Key.ID)
		all = append(all, other)
	}
	return all, nil
}

// TallyAgainst returns the person's tally against the other.
func (st *Standings) TallyAgainst(ctx context.Context, who, other chat.PersonID, game string) (Tally, error) {
	var sum Tally
	for _, x := range st.people.Accounts(who) {
		for _, y := range st.people.Accounts(other) {
			var tally Tally
			if _, err := st.store.Load(ctx, KindRival, RivalID(game, x, y), &tally); err != nil {
				return sum, err
			}
			sum = sum.plus(tally)
		}
	}
	return sum, nil
}
