package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/solver"
)

// Claimer is a Player that can claim the remaining tricks.
type Claimer interface {
	// Claim reports whether the view's seat, which is to lead, wins all remaining tricks whatever the others play.
	// There must be at least two. The seat then leads the returned card. The result depends only on the arguments.
	Claim(v engine.View, chosen engine.Action, d *dice.Dice) (lead engine.Action, takesAll bool)
}

const (
	claimDraws = 192
	claimLeast = 8
	claimNodes = 5000
)

// Claim implements Claimer. The returned lead wins all tricks in every sampled world, even against open cards.
func (s *strong) Claim(v engine.View, chosen engine.Action, d *dice.Dice) (lead engine.Action, takesAll bool) {
	if !mayClaim(v, chosen) {
		return chosen, false
	}
	leads := s.winningLeads(v, d)
	if leads != 0 && !leads.Holds(chosen.Cards) {
		chosen = engine.Play(leads.Highest()) // the highest keeps birds for the last tricks
	}
	return chosen, leads != 0
}

// mayClaim rejects cards lying face down, because later leads would depend on them.
func mayClaim(v engine.View, chosen engine.Action) bool {
	leads := v.Phase == engine.Playing && v.Trick.N == 0 && v.Waiting.Has(v.Seat) && chosen.Verb == engine.PlayCard
	alone := len(v.HandSize) == 2 || v.Declarer == v.Seat
	return leads && alone && v.CardsToPlay(v.Seat) > 1 && !avoids(v.Contract) && !hasFaceDown(v) && drawsTarocks(v)
}

// drawsTarocks reports whether the seat has an unbeatable tarock for every tarock that a single rival can hold. With
// fewer it may lose a trick, even if no sampled world shows this.
func drawsTarocks(v engine.View) bool {
	o := outlookOf(v)
	unbeaten, most := 0, 0
	for c := range (v.Cards & card.AllTarocks).All() {
		if o.higherThan(c) == 0 {
			unbeaten++
		}
	}
	for rival := range o.rivals.All() {
		most = max(most, v.HandSize[rival])
	}
	return unbeaten >= min(most, (o.mayHold()&card.AllTarocks).Len())
}

// winningLeads returns the leads that lose no trick in any sampled world.
func (s *strong) winningLeads(v engine.View, d *dice.Dice) card.Set {
	sampler, err := newSampler(v)
	if err != nil {
		return 0
	}
	worlds := sampler.worlds(claimDraws, claimDraws, d)
	if len(worlds) < claimLeast {
		return 0
	}
	s.claims.Forget() // the answer must not depend on earlier decisions
	leads := v.Cards
	for i := range worlds {
		if leads &= s.winningLeadsIn(&worlds[i]); leads == 0 {
			break
		}
	}
	return leads
}

func (s *strong) winningLeadsIn(w *world) (leads card.Set) {
	p, err := solver.PositionOf(w.deal)
	if err != nil || p.CountsFaces { // if cards may count nothing, all points can be won without all tricks
		return 0
	}
	values, err := s.claims.Values(context.Background(), &p)
	if err != nil {
		return 0
	}
	all := 0
	for _, hand := range p.Hands {
		all += hand.Thirds()
	}
	for c := range values.Cards.All() {
		if int(values.Thirds[c]) == all {
			leads |= c.Bit()
		}
	}
	return leads
}
