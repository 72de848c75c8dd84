package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/solver"
)

// Claimer is a Player that can tell when all remaining tricks are its own.
type Claimer interface {
	// Claim reports whether the view's seat, which is to lead, wins all remaining tricks
	// whatever the others play. There must be at least two. The seat then leads the returned
	// card. This is the chosen card unless leading it could lose a trick. The result depends
	// only on the arguments.
	Claim(v engine.View, chosen engine.Action, d *dice.Dice) (lead engine.Action, takesAll bool)
}

// A claim is checked in many worlds, likely or not.
const (
	claimDraws = 192  // worlds drawn
	claimLeast = 8    // worlds needed
	claimNodes = 5000 // cards that the solver may play in each world
)

// Claim implements Claimer. The seat claims if there is a lead that wins all tricks in every
// world, against the best play with open cards.
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

// mayClaim reports whether the seat meets the conditions for a claim that need no search: it
// leads, plays alone, wants tricks, and can draw all tarocks. No card may lie face down,
// because later leads would depend on it.
func mayClaim(v engine.View, chosen engine.Action) bool {
	leads := v.Phase == engine.Playing && v.Trick.N == 0 && v.Waiting.Has(v.Seat) && chosen.Verb == engine.PlayCard
	alone := len(v.HandSize) == 2 || v.Declarer == v.Seat
	return leads && alone && v.CardsToPlay(v.Seat) > 1 && !avoids(v.Contract) && !hasFaceDown(v) && drawsTarocks(v)
}

// drawsTarocks reports whether the seat has an unbeatable tarock for every tarock that a
// single rival can hold. With fewer the seat may lose a trick, even if it does in none of the
// worlds drawn.
func drawsTarocks(v engine.View) bool {
	o := outlookOf(v)
	unbeaten, most := 0, 0
	for c := range (v.Cards & card.AllTarocks).All() {
		if o.above(c) == 0 {
			unbeaten++
		}
	}
	for rival := range o.rivals.All() {
		most = max(most, v.HandSize[rival])
	}
	return unbeaten >= min(most, (o.mayHold()&card.AllTarocks).Len())
}

// winningLeads returns the cards that lose no trick in any world if they are led. It returns
// none if too few worlds are found, or if one of them can't be solved.
func (s *strong) winningLeads(v engine.View, d *dice.Dice) card.Set {
	sampler, err := newSampler(v)
	if err != nil {
		return 0 // an unknown rule set has no worlds: claim nothing
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

// winningLeadsIn returns the cards that lose no trick in the world if they are led. It returns
// none if the solver doesn't know the game or needs more than claimNodes.
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
