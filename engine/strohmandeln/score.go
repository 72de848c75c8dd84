package strohmandeln

import (
	"slices"

	"tarockbot/engine"
)

func (r *round) void(events []engine.Event, end engine.End) ([]engine.Event, phase) {
	r.result = engine.NewResult(seats, end)
	return append(events, engine.Ended{Result: r.result}), over{}
}

func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	game := r.gameItems()
	events, next := r.makeResult(events, r.bonusItems(game), engine.End{})
	r.result.Drawn = len(game) == 0
	return events, next
}

const usualItems = 6

// gameItems returns nothing if nobody wins a simple game. An undertaken game then goes to the opponent.
func (r *round) gameItems() []engine.Item {
	items := make([]engine.Item, 0, usualItems)
	for s := range engine.Seat(seats) {
		if r.thirds(s) >= r.rules.ThirdsToWin() {
			return append(items, r.gameItemFor(s))
		}
	}
	if r.declarer != engine.Nobody {
		return append(items, r.gameItemFor(other(r.declarer)))
	}
	return items
}

// leave lets the opponent win the game and keep its bonuses (RULES 3.6, Resigning).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	if r.ross.by == s {
		r.ross.failUnlessWon()
	}
	opponent := other(s)
	bonuses := slices.DeleteFunc(r.bonusItems(nil), func(i engine.Item) bool { return gainer(i) == s })
	items := append([]engine.Item{r.gameItemFor(opponent)}, bonuses...)
	return r.makeResult(events, items, engine.End{Reason: engine.Name(how.String()), Seat: s})
}

func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	r.result = engine.NewResult(seats, how)
	r.result.Declarer, r.result.Contract, r.result.Items = r.declarer, r.contract, items
	for s := range engine.Seat(seats) {
		r.result.Thirds[s], r.result.Tricks[s] = r.thirds(s), int(r.play.WonTricks[s])
	}
	for i := range items {
		s := gainer(items[i])
		if r.result.Score[s] += items[i].Value; !items[i].Won {
			items[i].Gainers = s.Bit()
		}
	}
	return append(events, engine.Ended{Result: r.result}), over{}
}

func gainer(i engine.Item) engine.Seat {
	if i.Won {
		return i.By
	}
	return other(i.By)
}

func (r *round) thirds(s engine.Seat) int { return r.rules.Thirds(r.play.WonCards[s]) }

func (r *round) outcomeFor(s engine.Seat) outcome {
	switch r.declarer {
	case engine.Nobody:
		return simpleWon
	case s:
		return undertakerWon
	default:
		return undertakerLost
	}
}

func (r *round) gameItemFor(s engine.Seat) engine.Item {
	how := r.outcomeFor(s)
	rate := r.rules.game[how]
	item := engine.Item{Item: engine.TheGame, By: s, Won: true, Value: rate.usual}
	if how == undertakerLost {
		item.By, item.Won = r.declarer, false
	}
	if r.thirds(s) >= r.rules.grand {
		item.Value, item.Grand = rate.grand, rate.grand != rate.usual
	}
	if r.doubled > 0 {
		item.Doubled, item.Factor, item.Times = r.doubled, r.gameClaim().Factor(), 1
		item.Base, item.Excess = rate.usual, item.Value-rate.usual
		item.Value = item.ComputeValue()
	}
	return item
}

func (r *round) Worth(_ engine.Seat, a engine.Action) (w engine.Worth) {
	switch a.Verb {
	case engine.Undertake:
		w.Now, w.IfFailed = r.rules.game[undertakerWon].usual, r.rules.game[undertakerLost].usual
	case engine.Contra:
		w.Times = engine.Claim{Doubled: 1}.Factor()
	case engine.Declare:
		w.Now = r.rules.find(a.Word).value
	case engine.PlayCard:
		w.Now = r.rules.find(engine.Rostopschin).value
	}
	return w
}
