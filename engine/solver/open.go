package solver

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Open is where the deal stands, with all hands open. The error is ErrUnsolved
// unless tricks are being played for card points, two against each other or a
// declarer against both others.
func Open(deal *engine.Deal) (Position, error) {
	t := deal.Table()
	p := Position{Seats: deal.Game().Seats, Declarer: t.Declarer, Trick: t.Trick}
	var counted bool
	p.Faces, counted = countOf(deal.Rules())
	if t.Phase != engine.Playing || t.Waiting.Len() != 1 || !counted || p.Seats == 3 && p.Declarer == engine.Nobody {
		return Position{}, ErrUnsolved
	}
	copy(p.Kept[:], t.Kept)
	for seat := range engine.Seat(p.Seats) {
		v := deal.View(seat)
		p.Hands[seat] = v.Hand.Cards
		if t.Waiting.Has(seat) {
			p.Turn = seat
		}
		if seat == 0 && t.Piles != nil {
			p.pilesOf(deal.Record(), deal.Game(), v.Memory.Uncovered)
		}
	}
	p.dropPlayed()
	return p, nil
}

// countOf says whether the rule set counts faces, and whether it counts in a way
// that the search knows.
func countOf(rules engine.RuleSet) (faces, known bool) {
	asThirds, asFaces := true, true
	for c := range rules.Cards().All() {
		counts := rules.Thirds(c.Bit())
		asThirds = asThirds && counts == c.Bit().Thirds()
		asFaces = asFaces && counts == 3*int(faceOf(c))
	}
	return asFaces, asThirds || asFaces
}

// pilesOf lays the piles out as the record deals them, without the cards that have
// been uncovered but for the last of each.
func (p *Position) pilesOf(r engine.Record, g engine.Game, uncovered []engine.Uncovered) {
	var gone [engine.MaxSeats][pileCount]int
	for _, u := range uncovered {
		gone[u.Seat][u.Pile]++
	}
	for seat, piles := range g.Places(r.Rules, r.Dealer).Piles {
		for i, places := range piles {
			for _, at := range places[max(gone[seat][i]-1, 0):] {
				p.Piles[seat][i] = append(p.Piles[seat][i], r.Deck[at])
			}
		}
	}
}

// dropPlayed leaves out piles whose last card has been played before the running
// trick, or has gone to the hand.
func (p *Position) dropPlayed() {
	there := p.Hands[0] | p.Hands[1] | p.Trick.All()
	for seat := range p.Piles {
		for i, pile := range p.Piles[seat] {
			if len(pile) > 0 && (!there.Has(pile[0]) || pile[0].Bit()&(card.AllTarocks|card.Kings) != 0) {
				p.Piles[seat][i] = nil
			}
		}
	}
}
