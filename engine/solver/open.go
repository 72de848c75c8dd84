package solver

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PositionOf reads a position from a deal, with all hands open. It returns ErrUnsolved
// unless tricks are being played for card points by two seats against each other, or by
// a declarer against two.
func PositionOf(deal *engine.Deal) (Position, error) {
	open, ok := deal.OpenTricks()
	faces, counted := countingOf(deal.Rules())
	if !ok || !counted {
		return Position{}, ErrUnsolved
	}
	t, play := deal.PublicView(), &open.Play
	p := Position{Seats: deal.Game().Seats, Declarer: t.Declarer, Hands: play.Hands, Trick: play.Trick, Turn: play.Turn, Faces: faces}
	copy(p.Kept[:], t.GuardedBirds)
	for seat, piles := range open.Piles {
		for i, pile := range piles {
			p.Piles[seat][i] = p.withTop(engine.Seat(seat), pile)
		}
	}
	return p, nil
}

// withTop returns what is left of a seat's pile, including its top if that was just
// played.
func (p *Position) withTop(seat engine.Seat, pile []card.Card) []card.Card {
	if len(pile) == 0 || p.Hands[seat].Has(pile[0]) {
		return pile
	}
	return append(laidBy(&p.Trick, seat, p.Seats).Cards(), pile...)
}

// countingOf reports whether the rule set counts faces, and whether the search can count
// as the rule set does.
func countingOf(rules engine.RuleSet) (faces, known bool) {
	asThirds, asFaces := true, true
	for c := range rules.Cards().All() {
		counts := rules.Thirds(c.Bit())
		asThirds = asThirds && counts == c.Bit().Thirds()
		asFaces = asFaces && counts == 3*int(faceOf(c))
	}
	return asFaces, asThirds || asFaces
}
