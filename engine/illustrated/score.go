package illustrated

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// finish ends a deal that was played out, and scores it.
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	if r.playsTrischaken() {
		return r.makeResult(events, trischakenItems(&r.Play), engine.End{})
	}
	return r.makeResult(events, r.tally().Items(), engine.End{})
}

// tally returns the deal as far as the tariff settles it.
func (r *round) tally() *engine.Tally {
	return r.Tally(&r.rules.tariff, r.offered, r.forWithout(r.Declarer), r.declarerCards().Thirds())
}

// makeResult builds the result and ends the deal. It allocates one array for all counts, because computers make
// results by the million.
func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	var counts [3 * seats]int
	for s := range seats {
		counts[s] = r.Play.WonCards[s].Thirds()
		counts[seats+s] = int(r.Play.WonTricks[s])
	}
	if r.Declarer != engine.Nobody {
		counts[r.Declarer] = r.declarerCards().Thirds()
	}
	r.result = &engine.Result{
		Declarer: r.Declarer, Contract: r.playedContract(), Items: items, End: how,
		RestThirds: r.rest().Thirds(), HasRest: r.playedContract() != 0,
		Thirds: counts[:seats:seats], Tricks: counts[seats : 2*seats : 2*seats], Score: counts[2*seats:],
	}
	engine.AddUp(items, r.Declarer, r.result.Score)
	return append(events, engine.Ended{Result: r.result}), over{}
}

// declarerCards returns the cards that count for the declarer: the tricks and the discards.
func (r *round) declarerCards() card.Set { return r.Play.WonCards[r.Declarer] | r.Talon.Discards }

// Worth returns the value of a bid's contract at its level, or of an announcement or a doubling, times M (RULES 2).
func (r *round) Worth(s engine.Seat, a engine.Action) (w engine.Worth) {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.Take, a.Verb == engine.Hold:
		after := r.Auction.After(r.rules.auction, a)
		w.Now, w.PlusCardPoints = r.rules.tariff.BidValue(&after), true
	case announces && a.Verb != engine.Done:
		w = r.tally().Worth(s, a, p.beforeTalon, r.rules.earlyDoublingSquares)
	}
	return w
}

// trischakenItems returns the items of Trischaken: the seats with most points lose, and each seat counts alone (RULES 2.3, R14).
func trischakenItems(play *engine.TrickPlay) (items []engine.Item) {
	thirds := make([]int, seats)
	for s := range thirds {
		thirds[s] = play.WonCards[s].Thirds()
	}
	most := slices.Max(thirds)
	for s := range engine.Seat(seats) {
		item := trischakenItem(s, thirds[s] != most)
		if item.Won && play.WonTricks[s] == 0 {
			item.Value += trischakenClean
		}
		items = append(items, item)
	}
	return items
}

// trischakenItem returns the item of a seat that won or lost Trischaken.
func trischakenItem(s engine.Seat, won bool) engine.Item {
	item := engine.Item{Item: engine.Trischaken, By: s, Won: won, Value: trischakenGain}
	if !won {
		item.Value = trischakenLoss
	}
	return item
}
