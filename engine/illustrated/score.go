package illustrated

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// finish scores a deal that was played to its end.
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	if r.trischaken() {
		return r.makeResult(events, trischakenItems(&r.play), engine.End{})
	}
	return r.makeResult(events, r.tally().Items(), engine.End{})
}

// tally returns the deal as far as the tariff settles it.
func (r *round) tally() *engine.Tally {
	return &engine.Tally{
		Tariff: &r.rules.tariff, Offered: r.offered, Declarer: r.declarer, Contract: r.contract, Level: r.auction.Level,
		Claims: &r.claims, Play: &r.play, Hands: &r.hands, Without: r.forWithout(r.declarer), Thirds: r.declarerCards().Thirds(),
	}
}

// makeResult makes the result from its items. A play's end and a table's result come
// by the million: one array for all that is counted by seat.
func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	var counts [3 * seats]int
	for s := range seats {
		counts[s] = r.play.Won[s].Thirds()
		counts[seats+s] = int(r.play.Count[s])
	}
	if r.declarer != engine.Nobody {
		counts[r.declarer] = r.declarerCards().Thirds()
	}
	r.result = &engine.Result{
		Declarer: r.declarer, Contract: r.playedContract(), Items: items, End: how,
		RestThirds: r.rest().Thirds(), HasRest: r.playedContract() != 0,
		Thirds: counts[:seats:seats], Tricks: counts[seats : 2*seats : 2*seats], Score: counts[2*seats:],
	}
	engine.AddUp(items, r.declarer, r.result.Score)
	return append(events, engine.Ended{Result: r.result}), over{}
}

// declarerCards count for the declarer: tricks and what was put away.
func (r *round) declarerCards() card.Set { return r.play.Won[r.declarer] | r.talon.Discards }

// Worth returns what a bid's contract at its level, or an announcement, counts: as the set pays it, times
// M (RULES 2).
func (r *round) Worth(s engine.Seat, a engine.Action) (w engine.Worth) {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.Take, a.Verb == engine.Hold:
		after := r.auction.After(r.rules.auction, a)
		w.Now, w.More = r.rules.tariff.Bid(&after), true
	case announces && a.Verb != engine.Done:
		w = r.tally().Worth(s, a, p.early, r.rules.squared)
	}
	return w
}

// trischakenItems scores Trischaken: the seats with most points lose, and each seat counts alone (RULES 2.3, R14).
func trischakenItems(play *engine.TrickPlay) (items []engine.Item) {
	thirds := make([]int, seats)
	for s := range thirds {
		thirds[s] = play.Won[s].Thirds()
	}
	most := slices.Max(thirds)
	for s := range engine.Seat(seats) {
		item := engine.Item{Item: engine.Trischaken, By: s, Won: true, Value: trischakenGain}
		switch {
		case thirds[s] == most:
			item.Won, item.Value = false, trischakenLoss
		case play.Count[s] == 0:
			item.Value += trischakenClean
		}
		items = append(items, item)
	}
	return items
}
