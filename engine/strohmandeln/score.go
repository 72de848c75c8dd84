package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// void ends a deal that isn't played: it was folded, or nobody undertook it
// and it is thrown in.
func (r *round) void(events []engine.Event, end engine.End) ([]engine.Event, phase) {
	r.result = engine.NewUnplayedResult(seats, end)
	return append(events, engine.Ended{Result: r.result}), over{}
}

// finish scores a deal that was played to its end (RULES 3.5).
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	game := r.startItems()
	events, next := r.makeResult(events, r.bonusItems(game), engine.End{})
	r.result.Drawn = len(game) == 0
	return events, next
}

// usualItems is room for the items of most deals.
const usualItems = 6

// startItems returns the game's, if somebody won it: a simple game may be
// drawn, which an undertaker has lost.
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

// leave settles a resignation or a loss by time: the opponent gets the game and
// what bonuses it has already (RULES 3.6, Resigning).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	r.ross.leave(s)
	opponent := other(s)
	items := []engine.Item{r.gameItem(opponent)}
	for _, item := range r.bonusItems(nil) {
		if gainer(item) == opponent {
			items = append(items, item)
		}
	}
	return r.makeResult(events, items, engine.End{Reason: engine.Name(how.String()), Seat: s})
}

// makeResult makes the result from its items. Who gets an item is all that changes.
func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	res := &engine.Result{Declarer: r.declarer, Contract: r.contract, Items: items, End: how}
	// One array for all that is counted by seat: results are made by the million.
	counts := [3 * seats]int{r.thirds(0), r.thirds(1), int(r.play.Count[0]), int(r.play.Count[1])}
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

func (r *round) thirds(s engine.Seat) int { return r.rules.count(r.play.Won[s]) }

// gameItem returns the game that the seat gets.
func (r *round) gameItem(s engine.Seat) engine.Item {
	item, how := engine.Item{Item: engine.TheGame, By: s, Won: true}, simpleWon
	switch r.declarer {
	case engine.Nobody:
	case s:
		how = undertakerWon
	default:
		item.By, item.Won, how = r.declarer, false, undertakerLost
	}
	usual := r.rules.game[how].usual
	item.Value = usual
	if r.thirds(s) >= r.rules.grand {
		item.Value = r.rules.game[how].grand
		item.Grand = item.Value != usual
	}
	if game := r.gameClaim(); game.Doubled > 0 {
		item.Doubled, item.Factor, item.Times = game.Doubled, game.Factor(), 1
		item.Base, item.Excess = usual, item.Value-usual
		item.Value = item.Reckon()
	}
	return item
}

// Worth returns what the game counts for a seat that undertakes it, without the Grand Point. Of a contra it returns the
// factor, and of what is declared or said of a card the bonus (RULES 3.5).
func (r *round) Worth(_ engine.Seat, a engine.Action) (w engine.Worth) {
	switch a.Verb {
	case engine.Undertake:
		w.Now, w.Fails = r.rules.game[undertakerWon].usual, r.rules.game[undertakerLost].usual
	case engine.Contra:
		w.Times = engine.Claim{Doubled: 1}.Factor()
	case engine.Declare:
		w.Now = r.rules.worth(func(b *bonus) bool { return b.name == a.Word })
	case engine.PlayCard:
		w.Now = r.rules.worth(func(b *bonus) bool { return b.kind == said })
	}
	return w
}

// worth returns the value of the bonus that passes the test; 0 if the rule set has none.
func (r *ruleSet) worth(is func(*bonus) bool) int {
	for i := range r.bonuses {
		if b := &r.bonuses[i]; is(b) {
			return b.value
		}
	}
	return 0
}

// bonusItems adds the items of the bonuses made so far.
func (r *round) bonusItems(items []engine.Item) []engine.Item {
	for i := range r.rules.bonuses {
		b := &r.rules.bonuses[i]
		switch b.kind {
		case declared:
			for _, c := range r.claims {
				if c.Bonus == b.name {
					items = append(items, b.item(c.Seat))
				}
			}
		case gathered, allIn:
			if s := b.taker(r); s != engine.Nobody {
				items = append(items, b.silent(s))
			}
		case bird:
			items = b.birdItem(r, items)
		case said:
			if r.ross.stage == made || r.ross.stage == spoiled {
				item := b.item(r.ross.by)
				item.Won = r.ross.stage == made
				items = append(items, item)
			}
		}
	}
	return items
}

// item returns the bonus made.
func (b *bonus) item(s engine.Seat) engine.Item {
	return engine.Item{Item: b.name, By: s, Won: true, Value: b.value}
}

// silent returns the bonus made by what was in the tricks.
func (b *bonus) silent(s engine.Seat) engine.Item {
	item := b.item(s)
	item.Silent = true
	return item
}

// taker returns the seat with all the bonus' cards in its tricks, or with every
// trick of the deal.
func (b *bonus) taker(r *round) engine.Seat {
	cards := b.cards
	if b.kind == allIn {
		cards = r.rules.pack
	}
	for s := range engine.Seat(seats) {
		if r.play.Won[s].Holds(cards) {
			return s
		}
	}
	return engine.Nobody
}

// birdItem adds what became of the bird in its trick: the last for the Pagat,
// the one before for the Uhu, and so on.
func (b *bonus) birdItem(r *round, items []engine.Item) []engine.Item {
	c := b.cards.Lowest()
	trick := r.rules.tricks() - 1 - int(c-card.Pagat)
	if trick >= len(r.play.Tricks) || !r.play.Tricks[trick].All().Has(c) {
		return items
	}
	switch best, winner := r.play.WonBy(trick); {
	case best == c:
		return append(items, b.silent(winner))
	case b.captured != 0:
		return append(items, engine.Item{Item: b.captured, By: winner, Won: true, Value: b.value})
	}
	return items
}
