package kosakeln

import "tarockbot/engine"

// additive is the scoring of Illustrated Tarock: nobody pays, and points add up (RULES 1.9, 2).
type additive struct {
	*engine.Tariff
	offered engine.WordSet
}

func newAdditive(t *engine.Tariff) additive { return additive{t, t.Offered()} }

// tally returns the deal as far as the tariff prices it.
func (x additive) tally(r *round) *engine.Tally {
	return r.Tally(x.Tariff, x.offered, r.cardsForWithout(r.Declarer), r.countedCards(r.Declarer).Thirds())
}

func (x additive) finalItems(r *round) []engine.Item { return x.tally(r).Items() }

// itemsOnLeave returns the items when a player leaves. The leaver keeps the cards that count for it. All others go to
// the opponent (R29).
func (x additive) itemsOnLeave(r *round, leaver engine.Seat) []engine.Item {
	return x.tally(r).ItemsOnLeave(leaver, r.countedCards(leaver).Thirds(), r.verdictSoFar)
}

// itemsAtOnce returns nil: no packet ends a deal.
func (additive) itemsAtOnce(*round) []engine.Item { return nil }

// credit adds each item to the score of the seats that get it.
func (additive) credit(items []engine.Item, declarer engine.Seat, score []int) {
	engine.AddUp(items, declarer, score)
}

// bidWorth returns the value by the tariff, to which the card points add.
func (x additive) bidWorth(a *engine.Auction) engine.Worth {
	return engine.Worth{Now: x.BidValue(a), PlusCardPoints: true}
}

// announcementWorth returns what the tariff says.
func (x additive) announcementWorth(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth {
	return x.tally(r).Worth(s, a, p == beforeTalon, r.rules.earlyDoublingSquares)
}
