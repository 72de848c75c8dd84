package kosakeln

import "tarockbot/engine"

// additive is the scoring of Illustrated Tarock: nobody pays, and points add up (RULES 1.9, 2).
type additive struct {
	*engine.Tariff
	offered engine.WordSet
}

func newAdditive(t *engine.Tariff) additive { return additive{t, t.Offered()} }

func (x additive) tally(r *round) *engine.Tally {
	return r.Tally(x.Tariff, x.offered, r.forWithout(r.Declarer), r.counted(r.Declarer).Thirds())
}

func (x additive) items(r *round) []engine.Item { return x.tally(r).Items() }

func (additive) spoiledByTalon(*round) []engine.Item { return nil }

// left returns the items when a player leaves. The leaver keeps the cards that count for it; all others go to the
// opponent (R29).
func (x additive) left(r *round, leaver engine.Seat) []engine.Item {
	return x.tally(r).ItemsOnLeave(leaver, r.counted(leaver).Thirds(), r.decided)
}

func (additive) credit(items []engine.Item, declarer engine.Seat, score []int) {
	engine.AddUp(items, declarer, score)
}

func (x additive) bid(a *engine.Auction) engine.Worth {
	return engine.Worth{Now: x.BidValue(a), PlusCardPoints: true}
}

func (x additive) said(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth {
	return x.tally(r).Worth(s, a, p == beforeTalon, r.rules.earlyDoublingSquares)
}

func (x additive) show(t *engine.PublicView, a *engine.Auction) { x.Show(t, a) }
