package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/solver"
)

// Claimer is a Player that can tell when all that is left of a deal is its own.
type Claimer interface {
	// Claim says whether the seat of the view, which is to lead, takes every trick that is
	// left, two or more, whatever the others play. Then it leads the card returned: the one
	// that it has chosen, unless that would give a trick away. The answer depends on nothing
	// but the arguments.
	Claim(v engine.View, chosen engine.Action, d *dice.Dice) (lead engine.Action, takesAll bool)
}

// How much is tried for a claim.
const (
	claimDraws = 192  // worlds; all that are found count, unlikely ones too
	claimLeast = 8    // worlds that must be found
	claimNodes = 5000 // cards played in the search of a world
)

// Claim implements Claimer: after one and the same lead all tricks are the seat's in every
// world, if all play best with open cards.
func (s *strong) Claim(v engine.View, chosen engine.Action, d *dice.Dice) (lead engine.Action, takesAll bool) {
	if !mayClaim(v, chosen) {
		return chosen, false
	}
	switch leads := s.winningLeads(v, d); {
	case leads == 0:
		return chosen, false
	case leads.Holds(chosen.Cards):
		return chosen, true
	default:
		return engine.Play(leads.Highest()), true // so that birds are kept for the last tricks
	}
}

// mayClaim is what a claim needs and is found out at once: the seat leads, plays alone, wants
// tricks, and can draw all tarocks. No card may lie face down, for later leads would depend on
// which one it is.
func mayClaim(v engine.View, chosen engine.Action) bool {
	leads := v.Phase == engine.Playing && v.Trick.N == 0 && v.Waiting.Has(v.Seat) && chosen.Verb == engine.PlayCard
	alone := len(v.HandSize) == 2 || v.Declarer == v.Seat
	return leads && alone && tricksLeft(v) > 1 && !avoids(v.Contract) && !covered(v) && drawsTarocks(v)
}

// covered says whether a card lies face down in a pile.
func covered(v engine.View) bool {
	for seat := range v.HandSize {
		for _, pile := range pilesOf(v, engine.Seat(seat)) {
			if pile.N > 1 || pile.N > 0 && !pile.Open {
				return true
			}
		}
	}
	return false
}

// drawsTarocks says whether the seat has as many tarocks that nobody beats as one other can
// hold tarocks at most. With fewer it may lose a trick, if perhaps in none of the worlds that
// are drawn.
func drawsTarocks(v engine.View) bool {
	o := look(v)
	unbeaten, most := 0, 0
	for c := range (v.Cards & card.AllTarocks).All() {
		if o.above(c) == 0 {
			unbeaten++
		}
	}
	for rival := range o.rivals.All() {
		most = max(most, v.HandSize[rival])
	}
	return unbeaten >= min(most, ((o.out|o.sure)&card.AllTarocks).Len())
}

// winningLeads are the cards that can be led in every world without losing a trick; none if
// too few worlds are found, or one can't be solved.
func (s *strong) winningLeads(v engine.View, d *dice.Dice) card.Set {
	sampler, err := newSampler(v)
	if err != nil {
		return 0
	}
	worlds := sampler.worlds(claimDraws, claimDraws, d)
	if len(worlds) < claimLeast {
		return 0
	}
	s.claims.Forget() // what earlier decisions left there must not change an answer
	leads := v.Cards
	for i := range worlds {
		if leads &= s.winningLeadsIn(&worlds[i]); leads == 0 {
			break
		}
	}
	return leads
}

// winningLeadsIn are the cards that can be led in the world without losing a trick.
func (s *strong) winningLeadsIn(w *world) (leads card.Set) {
	p, err := solver.PositionOf(w.deal)
	if err != nil || p.Faces { // where cards may count nothing, all points aren't all tricks
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
