package illustrated

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// throwIn ends a deal that nobody bid on.
func (r *round) throwIn(events []engine.Event) ([]engine.Event, phase) {
	r.result = engine.Unplayed(seats, engine.End{})
	return append(events, engine.Ended{Result: r.result}), over{}
}

// usualItems is room for the items of most deals.
const usualItems = 8

// finish scores a deal that was played to its end.
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	if r.trischaken {
		return r.end(events, r.trischakenItems(), engine.End{})
	}
	items := make([]engine.Item, 1, usualItems)
	items[0] = r.gameItem(r.gameWon(), r.excess())
	for b := range r.offered.All() {
		for s := range engine.Seat(seats) {
			if r.claims.Said[s].Has(b) {
				claim, _ := r.claims.Find(s, b)
				items = append(items, r.claimItem(claim, r.made(b, s)))
			} else if won, counts := r.silent(b, s); counts {
				items = append(items, r.silentItem(b, s, won))
			}
		}
	}
	return r.end(events, items, engine.End{})
}

// end makes the result from its items. A play's end and a table's result come
// by the million: one array for all that is counted by seat.
func (r *round) end(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	var counts [3 * seats]int
	for s := range seats {
		counts[s] = r.play.Won[s].Thirds()
		counts[seats+s] = int(r.play.Count[s])
	}
	if r.declarer != engine.Nobody {
		counts[r.declarer] = r.declarerThirds()
	}
	r.result = &engine.Result{
		Declarer: r.declarer, Contract: r.playedContract(), Items: items, End: how,
		RestThirds: r.rest().Thirds(), HasRest: r.playedContract() != 0,
		Thirds: counts[:seats:seats], Tricks: counts[seats : 2*seats : 2*seats], Score: counts[2*seats:],
	}
	for i := range items {
		items[i].To = r.gainers(items[i])
		credit(items[i], r.result.Score)
	}
	return append(events, engine.Ended{Result: r.result}), over{}
}

// gainers are who gets the value of an item lost: each defender of the
// declarer's, the declarer of a defender's (RULES 2). In Trischaken nobody does,
// it is one's own loss.
func (r *round) gainers(item engine.Item) engine.Seats {
	switch {
	case item.Won, r.declarer == engine.Nobody:
		return 0
	case item.By != r.declarer:
		return r.declarer.Bit()
	default:
		return everybody &^ r.declarer.Bit()
	}
}

// everybody is all seats.
const everybody engine.Seats = 1<<seats - 1

// credit adds an item to the scores.
func credit(item engine.Item, score []int) {
	switch {
	case item.Won:
		score[item.By] += item.Value
	case item.To == 0:
		score[item.By] -= item.Value
	default:
		for s := range item.To.All() {
			score[s] += item.Value
		}
	}
}

// declarerCards count for the declarer: tricks and what was put away.
func (r *round) declarerCards() card.Set { return r.play.Won[r.declarer] | r.talon.Discards }

func (r *round) declarerThirds() int { return r.declarerCards().Thirds() }

func (r *round) gameWon() bool { return r.declarerThirds() >= engine.NeededThirds }

// excess is E of a deal that was played out: by how much the declarer's points
// differ from an even game.
func (r *round) excess() int {
	e := rounded(r.declarerThirds()) - half
	return max(e, -e)
}

// gameItem is (G + E) × M with the game's doublings. In Löw an announced
// Panzer takes the place of E, an Absolute doesn't (R13).
func (r *round) gameItem(won bool, excess int) engine.Item {
	if r.rules.noExcess && r.claims.Said[r.declarer].Has(engine.Panzer) {
		excess = 0
	}
	game := &r.claims.List[0]
	return r.reckoned(engine.Item{Item: engine.TheGame, By: r.declarer, Won: won,
		How: engine.How{Base: r.game(), Excess: excess, Doubled: game.Doubled, Factor: game.Factor()}})
}

// Worth is what a bid's contract at its level, or an announcement, counts: as the set
// pays it, times M (RULES 2).
func (r *round) Worth(s engine.Seat, a engine.Action) (w engine.Worth) {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.Take, a.Verb == engine.Hold:
		after := r.auction.After(r.rules.auction, a)
		w.Now, w.More = r.rules.games[after.Standing][after.Level]*contracts[after.Standing].times, true
	case a.Verb == engine.Announce && announces:
		w.Now = r.worth(a.Word, p.early) * contracts[r.contract].times
		if p.early {
			w.Later = r.worth(a.Word, false) * contracts[r.contract].times
		}
	case announces:
		w.Times = r.claims.Times(s, a, p.early && r.rules.squared)
	}
	return w
}

// claimItem is the item of an announcement.
func (r *round) claimItem(c engine.Claim, won bool) engine.Item {
	return r.reckoned(engine.Item{Item: c.Bonus, By: c.Seat, Won: won,
		How: engine.How{Early: c.Early, Base: r.worth(c.Bonus, c.Early), Doubled: c.Doubled, Factor: c.Factor()}})
}

func (r *round) silentItem(b engine.Word, s engine.Seat, won bool) engine.Item {
	return r.reckoned(engine.Item{Item: b, By: s, Won: won, Silent: true,
		How: engine.How{Base: r.rules.bonuses[b].silent, Factor: 1}})
}

// reckoned is the item with its value, which the contract multiplies.
func (r *round) reckoned(i engine.Item) engine.Item {
	i.Times = contracts[r.contract].times
	i.Value = i.Reckon()
	return i
}

// made says whether the seat has made the bonus (RULES 2.2).
func (r *round) made(b engine.Word, s engine.Seat) bool {
	row := b.Bonus()
	switch row.Making {
	case engine.ByBird:
		return r.play.BirdMade(b, s)
	case engine.ByPoints:
		return rounded(r.declarerThirds()) >= row.Points
	case engine.ByWithout:
		return r.gameWon() && r.forWithout(s)&row.Cards == 0
	case engine.ByAll:
		return r.play.Count[s] == tricks
	default:
		return row.HeldIn(r.hands[s])
	}
}

// silent says whether the bonus counts for the seat that hasn't said it, and
// whether it was made: only a bird can be lost, to the other side (R6).
func (r *round) silent(b engine.Word, s engine.Seat) (won, counts bool) {
	row := &r.rules.bonuses[b]
	if row.silent == 0 || s != r.declarer && row.unsaid == declarers {
		return false, false
	}
	if b.Bonus().Making != engine.ByBird {
		made := r.made(b, s)
		return made, made
	}
	by, taker := r.play.BirdFell(b)
	won = taker == s
	return won, by == s && (won || s == r.declarer || taker == r.declarer)
}

// trischakenItems: who has most loses, everyone for themselves (RULES 2.3, R14).
func (r *round) trischakenItems() (items []engine.Item) {
	thirds := make([]int, seats)
	for s := range thirds {
		thirds[s] = r.play.Won[s].Thirds()
	}
	most := slices.Max(thirds)
	for s := range engine.Seat(seats) {
		item := engine.Item{Item: engine.Trischaken, By: s, Won: true, Value: trischakenGain}
		switch {
		case thirds[s] == most:
			item.Won, item.Value = false, trischakenLoss
		case r.play.Count[s] == 0:
			item.Value += trischakenClean
		}
		items = append(items, item)
	}
	return items
}
