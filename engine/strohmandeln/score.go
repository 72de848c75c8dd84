package strohmandeln

import (
	"slices"

	"tarockbot/engine"
)

// void ends a deal that isn't played: a seat folded, or nobody undertook the game and it is thrown in.
func (r *round) void(events []engine.Event, end engine.End) ([]engine.Event, phase) {
	r.result = engine.NewUnplayedResult(seats, end)
	return append(events, engine.Ended{Result: r.result}), over{}
}

// finish ends a deal that was played out, and scores it (RULES 3.5).
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	game := r.startItems()
	events, next := r.makeResult(events, r.bonusItems(game), engine.End{})
	r.result.Drawn = len(game) == 0
	return events, next
}

// usualItems is room for the items of most deals.
const usualItems = 6

// startItems returns the item of the game. A simple game that nobody wins has none; an undertaken game that nobody wins
// goes to the opponent.
func (r *round) startItems() []engine.Item {
	items := make([]engine.Item, 0, usualItems)
	for s := range engine.Seat(seats) {
		if r.thirds(s) >= r.rules.needed {
			return append(items, r.gameItem(s))
		}
	}
	if r.declarer != engine.Nobody {
		return append(items, r.gameItem(other(r.declarer)))
	}
	return items
}

// leave ends the deal when a player resigns or loses by time. The opponent gets the game and the bonuses that it has
// already (RULES 3.6, Resigning).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	if r.ross.by == s {
		r.ross.failUnlessWon()
	}
	opponent := other(s)
	bonuses := slices.DeleteFunc(r.bonusItems(nil), func(i engine.Item) bool { return gainer(i) == s })
	return r.makeResult(events, append([]engine.Item{r.gameItem(opponent)}, bonuses...), engine.End{Reason: engine.Name(how.String()), Seat: s})
}

// makeResult builds the result and ends the deal. Nobody pays: each item's value goes to the seat that gains it. It
// allocates one array for all counts, because computers make results by the million.
func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	res := &engine.Result{Declarer: r.declarer, Contract: r.contract, Items: items, End: how}
	counts := [3 * seats]int{r.thirds(0), r.thirds(1), int(r.play.WonTricks[0]), int(r.play.WonTricks[1])}
	res.Thirds, res.Tricks, res.Score = counts[:2:2], counts[2:4:4], counts[4:]
	for i := range items {
		s := gainer(items[i])
		if res.Score[s] += items[i].Value; !items[i].Won {
			items[i].To = s.Bit()
		}
	}
	r.result = res
	return append(events, engine.Ended{Result: res}), over{}
}

// gainer returns the seat that gets an item: its owner, or the opponent if it failed.
func gainer(i engine.Item) engine.Seat {
	if i.Won {
		return i.By
	}
	return other(i.By)
}

func (r *round) thirds(s engine.Seat) int { return r.rules.count(r.play.WonCards[s]) }

// outcomeFor returns how the game ended if the seat gets it.
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

// gameItem returns the item of the game that the seat gets.
func (r *round) gameItem(s engine.Seat) engine.Item {
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
		item.Value = item.Reckon()
	}
	return item
}

// Worth returns the worth of a word: of undertaking, the value of the game without the Grand Point; of a contra, its
// factor; of a declaration or a word said with a card, the bonus (RULES 3.5).
func (r *round) Worth(_ engine.Seat, a engine.Action) (w engine.Worth) {
	switch a.Verb {
	case engine.Undertake:
		w.Now, w.IfFailed = r.rules.game[undertakerWon].usual, r.rules.game[undertakerLost].usual
	case engine.Contra:
		w.Times = engine.Claim{Doubled: 1}.Factor()
	case engine.Declare:
		w.Now = r.rules.worth(a.Word)
	case engine.PlayCard:
		w.Now = r.rules.worth(engine.Rostopschin)
	}
	return w
}

// worth returns the value of the bonus; 0 if the rule set doesn't know it.
func (r *ruleSet) worth(name engine.Word) int {
	for i := range r.bonuses {
		if b := &r.bonuses[i]; b.name == name {
			return b.value
		}
	}
	return 0
}

// bonusItems appends the items of the bonuses made so far.
func (r *round) bonusItems(items []engine.Item) []engine.Item {
	for i := range r.rules.bonuses {
		b := &r.rules.bonuses[i]
		switch b.kind {
		case kindDeclared:
			for _, c := range r.claims {
				if c.Bonus == b.name {
					items = append(items, b.item(c.Seat))
				}
			}
		case kindGathered, kindValat:
			if s := b.taker(r); s != engine.Nobody {
				items = append(items, b.item(s))
			}
		case kindBird:
			items = b.birdItem(r, items)
		case kindRostopschin:
			if r.ross.stage == rossWon || r.ross.stage == rossFailed {
				item := b.item(r.ross.by)
				item.Won = r.ross.stage == rossWon
				items = append(items, item)
			}
		}
	}
	return items
}

// item returns the item of the bonus made by the seat. A bonus made in the tricks is silent.
func (b *bonus) item(s engine.Seat) engine.Item {
	spoken := b.kind == kindDeclared || b.kind == kindRostopschin
	return engine.Item{Item: b.name, By: s, Won: true, Value: b.value, Silent: !spoken}
}

// taker returns the seat with all cards of the bonus in its tricks; Nobody if neither has them. The cards of Valat are
// the whole pack.
func (b *bonus) taker(r *round) engine.Seat {
	cards := b.cards
	if b.kind == kindValat {
		cards = r.rules.pack
	}
	for s := range engine.Seat(seats) {
		if r.play.WonCards[s].Holds(cards) {
			return s
		}
	}
	return engine.Nobody
}

// birdItem appends the item of the bird if it fell in its trick: won by its holder, or captured if the bonus has a value
// for that.
func (b *bonus) birdItem(r *round, items []engine.Item) []engine.Item {
	switch by, taker := r.play.BirdFell(b.name); {
	case by == engine.Nobody:
		return items
	case by == taker:
		return append(items, b.item(taker))
	case b.captured != 0:
		return append(items, engine.Item{Item: b.captured, By: taker, Won: true, Value: b.value})
	}
	return items
}
