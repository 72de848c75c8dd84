package kosakeln

import "tarockbot/engine"

// addingUp is the scoring of Illustrated Tarock: nobody pays, points only add up
// (RULES 1.9, 2).
type addingUp struct {
	*engine.Tariff
	offered engine.WordSet
}

func newAddingUp(t *engine.Tariff) addingUp { return addingUp{t, t.Offered()} }

func (u addingUp) tally(r *round) *engine.Tally {
	return &engine.Tally{
		Tariff: u.Tariff, Offered: u.offered, Declarer: r.declarer, Contract: r.contract, Level: r.auction.Level,
		Claims: &r.claims, Play: &r.play, Hands: &r.hands, Without: r.forWithout(r.declarer), Thirds: r.counted(r.declarer).Thirds(),
	}
}

func (u addingUp) items(r *round) []engine.Item { return u.tally(r).Items() }

// left lets the leaver keep all that counts for it; all other cards go to the other
// seat (R29).
func (u addingUp) left(r *round, leaver engine.Seat) []engine.Item {
	return u.tally(r).Left(leaver, r.counted(leaver).Thirds(), r.decided)
}

func (addingUp) credit(items []engine.Item, declarer engine.Seat, score []int) {
	engine.AddUp(items, declarer, score)
}

func (u addingUp) bid(a *engine.Auction) engine.Worth { return engine.Worth{Now: u.Bid(a), More: true} }

func (u addingUp) said(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth {
	return u.tally(r).Worth(s, a, p.early, r.rules.squared)
}

func (u addingUp) show(t *engine.PublicView, a *engine.Auction) { u.Show(t, a) }
