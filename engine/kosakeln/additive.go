package kosakeln

import "tarockbot/engine"

// additive is the scoring of Illustrated Tarock: nobody pays, points only add up
// (RULES 1.9, 2).
type additive struct {
	*engine.Tariff
	offered engine.Words
}

func newAdditive(t *engine.Tariff) additive { return additive{t, t.Offered()} }

func (u additive) tally(r *round) *engine.Tally {
	return r.Tally(u.Tariff, u.offered, r.forWithout(r.Declarer), r.counted(r.Declarer).Thirds())
}

func (u additive) items(r *round) []engine.Item { return u.tally(r).Items() }

func (additive) spoiledByTalon(*round) []engine.Item { return nil }

// left lets the leaver keep all that counts for it; all other cards go to the other
// seat (R29).
func (u additive) left(r *round, leaver engine.Seat) []engine.Item {
	return u.tally(r).Left(leaver, r.counted(leaver).Thirds(), r.decided)
}

func (additive) credit(items []engine.Item, declarer engine.Seat, score []int) {
	engine.AddUp(items, declarer, score)
}

func (u additive) bid(a *engine.Auction) engine.Worth { return engine.Worth{Now: u.Bid(a), More: true} }

func (u additive) said(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth {
	return u.tally(r).Worth(s, a, p == beforeTalon, r.rules.earlyDoublingSquares)
}

func (u additive) show(t *engine.PublicView, a *engine.Auction) { u.Show(t, a) }
