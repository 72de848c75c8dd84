package standing

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine"
	"tarockbot/engine/rating"
)

// PlayStats are an account's statistics in a game.
type PlayStats struct {
	// Deals were played to the end, and Thirds are their card points, in thirds.
	Deals  int `json:"deals,omitempty"`
	Thirds int `json:"thirds,omitempty"`
	// Contracts were played as declarer.
	Contracts map[engine.Word]Attempts `json:"contracts,omitempty"`
	Announced map[engine.Word]Attempts `json:"announced,omitempty"`
	Left      int                      `json:"left,omitempty"`
	TimedOut  int                      `json:"timedOut,omitempty"`
	Curve     []RatedAt                `json:"curve,omitempty"` // oldest first
	// Best is the highest rating that wasn't provisional.
	Best int `json:"best,omitempty"`
}

// IsBlank reports whether nothing has been counted.
func (x *PlayStats) IsBlank() bool {
	return x.Deals == 0 && x.Left == 0 && x.TimedOut == 0 && len(x.Contracts) == 0 && len(x.Announced) == 0 && len(x.Curve) == 0
}

// Attempts counts tries and successes.
type Attempts struct {
	Made int `json:"made"`
	Won  int `json:"won,omitempty"`
}

func (x Attempts) plus(y Attempts) Attempts { return Attempts{x.Made + y.Made, x.Won + y.Won} }

func attempt(won bool) Attempts {
	if won {
		return Attempts{Made: 1, Won: 1}
	}
	return Attempts{Made: 1}
}

// RatedAt is a rating after a match.
type RatedAt struct {
	At          time.Time `json:"at"`
	Points      int       `json:"points"`
	Deviation   int       `json:"deviation,omitempty"`
	Provisional bool      `json:"provisional,omitempty"`
}

const curveSize = 50

func (x *PlayStats) addDeal(r engine.Result, s engine.Seat) {
	if r.IsVoid() {
		return
	}
	if !r.End.WasCutShort() {
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

// declarerWon uses the item of the game, or of the Valat that replaces it.
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

func addAttempt(all map[engine.Word]Attempts, word engine.Word, attempts Attempts) map[engine.Word]Attempts {
	if all == nil {
		all = make(map[engine.Word]Attempts)
	}
	all[word] = all[word].plus(attempts)
	return all
}

func (x *PlayStats) addRating(at time.Time, r rating.Rating) {
	if !r.IsProvisional() {
		x.Best = max(x.Best, r.Shown())
	}
	x.Curve = append(x.Curve, RatedAt{at, r.Shown(), r.ShownDeviation(), r.IsProvisional()})
	x.Curve = x.Curve[max(0, len(x.Curve)-curveSize):]
}

// plus adds the counts. It omits curves, because each account has its own.
func (x PlayStats) plus(y PlayStats) PlayStats {
	sum := PlayStats{Deals: x.Deals + y.Deals, Thirds: x.Thirds + y.Thirds, Left: x.Left + y.Left, TimedOut: x.TimedOut + y.TimedOut}
	for _, stats := range []PlayStats{x, y} {
		for word, n := range stats.Contracts {
			sum.Contracts = addAttempt(sum.Contracts, word, n)
		}
		for word, n := range stats.Announced {
			sum.Announced = addAttempt(sum.Announced, word, n)
		}
	}
	return sum
}

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

func loadStats(ctx context.Context, tx *documents.Transaction, game string, account chat.PersonID) *PlayStats {
	return documents.Value[PlayStats](ctx, tx, KindStats, StandingID(account, game))
}
