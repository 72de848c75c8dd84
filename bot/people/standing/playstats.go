package standing

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine"
	"tarockbot/engine/rating"
)

// PlayStats are statistics of how one account plays a game. They are updated at the end of each match, so
// that a profile costs the same after ten matches and after ten thousand. Their id is StandingID.
type PlayStats struct {
	// Deals counts deals played to the end, and Thirds the card points in them, in thirds.
	Deals  int `json:"deals,omitempty"`
	Thirds int `json:"thirds,omitempty"`
	// Contracts are the contracts played as declarer, Announced the announced bonuses.
	Contracts map[engine.Word]Attempts `json:"contracts,omitempty"`
	Announced map[engine.Word]Attempts `json:"announced,omitempty"`
	Left      int                      `json:"left,omitempty"`     // number of matches left early
	TimedOut  int                      `json:"timedOut,omitempty"` // how often others claimed that time was up
	Curve     []RatedAt                `json:"curve,omitempty"`    // the last ratings, oldest first
	// Best is the highest rating that wasn't provisional, as shown; 0 if there is none.
	Best int `json:"best,omitempty"`
}

// Blank reports whether nothing has been counted.
func (x *PlayStats) Blank() bool {
	return x.Deals == 0 && x.Left == 0 && x.TimedOut == 0 && len(x.Contracts) == 0 && len(x.Announced) == 0 && len(x.Curve) == 0
}

// Attempts counts how often something was tried, and how often it succeeded.
type Attempts struct {
	Made int `json:"made"`
	Won  int `json:"won,omitempty"`
}

// plus returns the sum of both.
func (x Attempts) plus(y Attempts) Attempts { return Attempts{x.Made + y.Made, x.Won + y.Won} }

// attempt returns one attempt.
func attempt(won bool) Attempts {
	if won {
		return Attempts{Made: 1, Won: 1}
	}
	return Attempts{Made: 1}
}

// RatedAt is a rating after a match.
type RatedAt struct {
	At          time.Time `json:"at"`
	Points      int       `json:"points"`              // as shown
	Deviation   int       `json:"deviation,omitempty"` // in points
	Provisional bool      `json:"provisional,omitempty"`
}

// curveSize is how many ratings a curve has at most.
const curveSize = 50

// addDeal counts a finished deal of the seat.
func (x *PlayStats) addDeal(r engine.Result, s engine.Seat) {
	if r.Void() {
		return
	}
	if !r.End.CutShort() {
		x.Deals++
		x.Thirds += r.Thirds[s]
	}
	if r.Declarer == s && r.Contract != 0 {
		x.Contracts = addAttempt(x.Contracts, r.Contract, attempt(declarerWon(r)))
	}
	for _, item := range r.Items {
		if item.By == s && !item.Silent && engine.Bonuses.Has(item.Item) {
			x.Announced = addAttempt(x.Announced, item.Item, attempt(item.Won))
		}
	}
}

// declarerWon reports whether the declarer has won: by the item of the game, or of the Valat that replaces it.
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

// addAttempt adds the attempts at the word, and returns the map, which it makes if needed.
func addAttempt(all map[engine.Word]Attempts, word engine.Word, one Attempts) map[engine.Word]Attempts {
	if all == nil {
		all = make(map[engine.Word]Attempts)
	}
	all[word] = all[word].plus(one)
	return all
}

// addRating appends a rating to the curve.
func (x *PlayStats) addRating(at time.Time, r rating.Rating) {
	if !r.Provisional() {
		x.Best = max(x.Best, r.Shown())
	}
	x.Curve = append(x.Curve, RatedAt{at, r.Shown(), r.ShownDeviation(), r.Provisional()})
	x.Curve = x.Curve[max(0, len(x.Curve)-curveSize):]
}

// plus returns the sum for linked accounts, without a curve: each account has its own.
func (x PlayStats) plus(y PlayStats) PlayStats {
	sum := PlayStats{Deals: x.Deals + y.Deals, Thirds: x.Thirds + y.Thirds, Left: x.Left + y.Left, TimedOut: x.TimedOut + y.TimedOut}
	for _, of := range []PlayStats{x, y} {
		for word, n := range of.Contracts {
			sum.Contracts = addAttempt(sum.Contracts, word, n)
		}
		for word, n := range of.Announced {
			sum.Announced = addAttempt(sum.Announced, word, n)
		}
	}
	return sum
}

// countPlay counts the deals and the match in the statistics of its players.
func (u *update) countPlay(ctx context.Context, m *Match, deals []engine.Result) {
	for i, seat := range m.Seats {
		x := loadStats(ctx, u.tx, u.ledger.game, seat.Person)
		for _, deal := range deals {
			x.addDeal(deal, engine.Seat(i))
		}
		x.TimedOut += seat.TimedOut
		if seat.Left {
			x.Left++
		}
		if seat.After != nil {
			loadStats(ctx, u.tx, u.ledger.game, seat.Account).addRating(m.Ended, *seat.After)
		}
	}
}

// loadStats returns the account's statistics of the game, which the transaction stores.
func loadStats(ctx context.Context, tx *documents.Transaction, game string, account chat.PersonID) *PlayStats {
	return documents.Value[PlayStats](ctx, tx, KindStats, StandingID(account, game))
}
