package standing

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine"
	"tarockbot/engine/rating"
	"tarockbot/storage"
)

// PlayStats is how one account plays a game, counted at the end of each match, so that a profile costs
// the same after ten matches and after ten thousand. Its id is account and game.
type PlayStats struct {
	// Deals are those played to their end, and Thirds the card points in them, in thirds.
	Deals  int `json:"deals,omitempty"`
	Thirds int `json:"thirds,omitempty"`
	// Contracts are those played as declarer, Announced the bonuses announced.
	Contracts map[engine.Word]Attempts `json:"contracts,omitempty"`
	Announced map[engine.Word]Attempts `json:"announced,omitempty"`
	Left      int                      `json:"left,omitempty"`     // how many matches were left
	TimedOut  int                      `json:"timedOut,omitempty"` // how often others claimed that time was up
	Curve     []RatedAt                `json:"curve,omitempty"`    // the last ratings, oldest first
	// Best is the highest rating that wasn't provisional, as shown; 0 before there is one.
	Best int `json:"best,omitempty"`
}

// Blank says that nothing has been counted.
func (x *PlayStats) Blank() bool {
	return x.Deals == 0 && x.Left == 0 && x.TimedOut == 0 && len(x.Contracts) == 0 && len(x.Announced) == 0 && len(x.Curve) == 0
}

// Attempts are how often something was undertaken, and how often it succeeded.
type Attempts struct {
	Made int `json:"made"`
	Won  int `json:"won,omitempty"`
}

func (x Attempts) plus(y Attempts) Attempts { return Attempts{x.Made + y.Made, x.Won + y.Won} }

func attempt(won bool) Attempts { return Attempts{Made: 1, Won: map[bool]int{true: 1}[won]} }

// RatedAt is a rating after a match.
type RatedAt struct {
	At     time.Time `json:"at"`
	Points int       `json:"points"` // as shown
	// Deviation is that of the rating, in points.
	Deviation   int  `json:"deviation,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
}

// CurveSize is how many ratings are kept to be drawn.
const CurveSize = 50

// AddDeal counts a finished deal.
func (x *PlayStats) AddDeal(r engine.Result, s engine.Seat) {
	if r.Void() {
		return
	}
	if !r.End.Short() {
		x.Deals++
		x.Thirds += r.Thirds[s]
	}
	if r.Declarer == s && r.Contract != 0 {
		x.Contracts = counting(x.Contracts, r.Contract, attempt(declarerWon(r)))
	}
	for _, item := range r.Items {
		if item.By == s && !item.Silent && engine.Bonuses.Has(item.Item) {
			x.Announced = counting(x.Announced, item.Item, attempt(item.Won))
		}
	}
}

// declarerWon says whether the declarer has won: by the game's item, or the Valat's in its stead.
func declarerWon(r engine.Result) bool {
	for _, game := range []engine.Word{engine.TheGame, engine.Valat} {
		for _, item := range r.Items {
			if item.Item == game {
				return (item.By == r.Declarer) == item.Won
			}
		}
	}
	return r.Score[r.Declarer] > 0
}

func counting(all map[engine.Word]Attempts, word engine.Word, one Attempts) map[engine.Word]Attempts {
	if all == nil {
		all = make(map[engine.Word]Attempts)
	}
	all[word] = all[word].plus(one)
	return all
}

// addRating puts a rating behind the others.
func (x *PlayStats) addRating(at time.Time, r rating.Rating) {
	if !r.Provisional() {
		x.Best = max(x.Best, r.Shown())
	}
	x.Curve = append(x.Curve, RatedAt{at, r.Shown(), r.ShownDeviation(), r.Provisional()})
	x.Curve = x.Curve[max(0, len(x.Curve)-CurveSize):]
}

// plus adds up how linked accounts play; their curves are no one curve.
func (x PlayStats) plus(y PlayStats) PlayStats {
	sum := PlayStats{Deals: x.Deals + y.Deals, Thirds: x.Thirds + y.Thirds, Left: x.Left + y.Left, TimedOut: x.TimedOut + y.TimedOut}
	for _, of := range []PlayStats{x, y} {
		for word, n := range of.Contracts {
			sum.Contracts = counting(sum.Contracts, word, n)
		}
		for word, n := range of.Announced {
			sum.Announced = counting(sum.Announced, word, n)
		}
	}
	return sum
}

// observe counts how those played whose match it is, deal by deal.
func (r *update) observe(ctx context.Context, m *Match, deals []engine.Result) error {
	for s, seat := range m.Seats {
		x, err := r.style(ctx, seat.Person)
		if err != nil {
			return err
		}
		for _, deal := range deals {
			x.AddDeal(deal, engine.Seat(s))
		}
		x.TimedOut += seat.TimedOut
		if seat.Left {
			x.Left++
		}
		if seat.After == nil {
			continue
		}
		if x, err = r.style(ctx, seat.Account); err != nil {
			return err
		}
		x.addRating(m.Ended, *seat.After)
	}
	return nil
}

func (r *update) style(ctx context.Context, account chat.PersonID) (*PlayStats, error) {
	return documents.Value[PlayStats](ctx, r.book, KindStyle, StandingID(account, r.game))
}

// Left counts that somebody has left a match that goes on, and counts for nobody else. It returns what
// has to be stored with it; the lock must be held until that is.
func (st *Standings) Left(ctx context.Context, game string, account chat.PersonID, timedOut int) ([]storage.Doc, error) {
	r := st.newUpdate(documents.NewTransaction(st.store), game)
	style, err := r.style(ctx, account)
	if err != nil {
		return nil, err
	}
	style.Left++
	style.TimedOut += timedOut
	return r.book.Docs()
}

// Career is what somebody has reached in a game, and how they play it, with all accounts.
type Career struct {
	Rating       rating.Rating // if there are RatedMatches
	RatedMatches int           // that the Rating comes from
	Rank         int           // everywhere by rating, from 1; 0 without a Rating
	Totals       Tally
	Style        PlayStats // with the Curve and Best of the account that is rated
}

// CareerOf is the person's career in the game. Their Ranking tells whether others may see it.
func (st *Standings) CareerOf(ctx context.Context, who chat.PersonID, game string) (Career, error) {
	r := st.newUpdate(documents.NewTransaction(st.store), game)
	e := Entrant{All: st.people.Accounts(who), Listed: true}
	var all Career
	for _, account := range e.All {
		if err := r.account(ctx, account); err != nil {
			return all, err
		}
		x, err := r.style(ctx, account)
		if err != nil {
			return all, err
		}
		all.Style = all.Style.plus(*x)
	}
	if totals := e.Totals(r.ledger)[Everywhere]; totals != nil {
		all.Totals = totals.Tally
	}
	best := e.Rated(r.ledger)
	x, err := r.style(ctx, best)
	if err != nil {
		return all, err
	}
	all.Style.Curve, all.Style.Best = x.Curve, x.Best
	if of := r.ledger.Of(best); of.Rated > 0 {
		all.Rating, all.RatedMatches = of.Rating, of.Rated
		all.Rank, err = Leaderboard{ByRating, game, Everywhere}.Rank(ctx, r.book, of.Rating.Shown())
	}
	return all, err
}

// Between is what the one has reached in matches of the game in which the other played, too.
func (st *Standings) Between(ctx context.Context, who, other chat.PersonID, game string) (Tally, error) {
	var sum Tally
	for _, x := range st.people.Accounts(who) {
		for _, y := range st.people.Accounts(other) {
			var one Tally
			if _, err := st.store.Load(ctx, KindRival, RivalID(game, x, y), &one); err != nil {
				return sum, err
			}
			sum = sum.plus(one)
		}
	}
	return sum, nil
}
