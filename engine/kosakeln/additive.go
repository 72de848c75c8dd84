package kosakeln

import "tarockbot/engine"

// additive is the scoring in which nobody pays (RULES 1.9, 2).
type additive struct {
	*engine.Tariff
	offered engine.WordSet
}

func newAdditive(t *engine.Tariff) additive { return additive{t, t.Offered()} }

func (x additive) tally(r *round) *engine.PricedDeal {
	return r.PricedDeal(x.Tariff, x.offered, r.cardsForWithout(r.Declarer), r.countedCards(r.Declarer).Thirds())
}

func (x additive) finalItems(r *round) []engine.Item { return x.tally(r).Items() }

// itemsOnLeave lets the leaver keep the cards counted so far (R29).
func (x additive) itemsOnLeave(r *round, leaver engine.Seat) []engine.Item {
	return x.tally(r).ItemsOnLeave(leaver, r.countedCards(leaver).Thirds(), r.verdictSoFar)
}

func (additive) itemsAtOnce(*round) []engine.Item { return nil }

func (additive) credit(items []engine.Item, declarer engine.Seat, score []int) {
	engine.AddToScores(items, declarer, score)
}

func (x additive) bidWorth(a *engine.Auction) engine.Worth {
	return engine.Worth{Now: x.BidValue(a), PlusCardPoints: true}
}

func (x additive) announcementWorth(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth {
	return x.tally(r).Worth(s, a, p == beforeTalon, r.rules.earlyDoublingSquares)
}
