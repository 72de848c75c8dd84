package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Probabilities and averages are whole thousandths, so that every machine decides alike.
const permille = 1000

// outlook is a seat's knowledge of its rivals' cards.
type outlook struct {
	rivals engine.Seats
	shown  card.Set // known to everybody
	hidden card.Set
	held   int // hidden cards in the rivals' hands
}

type publicHand struct {
	shown card.Set
	lacks card.Set // all cards of suits that it lacks
	size  int
}

func publicHandOf(v engine.View, seat engine.Seat) publicHand {
	return publicHand{shown: shownBy(v, seat), lacks: lackedBy(v, seat), size: v.HandSize[seat]}
}

func outlookOf(v engine.View) outlook {
	var hands [engine.MaxSeats]publicHand
	rivals := rivalsOf(v)
	for seat := range rivals.All() {
		hands[seat] = publicHandOf(v, seat)
	}
	return newOutlook(rivals, unseen(v), &hands)
}

func newOutlook(rivals engine.Seats, unseen card.Set, hands *[engine.MaxSeats]publicHand) outlook {
	o := outlook{rivals: rivals}
	for rival := range rivals.All() {
		hand := &hands[rival]
		o.shown |= hand.shown
		o.hidden |= unseen &^ hand.lacks
		o.held += hand.size - hand.shown.Len()
	}
	o.held = min(o.held, o.hidden.Len())
	return o
}

func (o *outlook) mayHold() card.Set { return o.shown | o.hidden }

// chanceOfNone returns the probability that the rivals hold none of the cards.
func (o *outlook) chanceOfNone(cards card.Set) int {
	if cards&o.shown != 0 {
		return 0
	}
	chance, rest := permille, o.hidden.Len()
	for range (cards & o.hidden).Len() {
		chance = chance * max(rest-o.held, 0) / rest
		rest--
	}
	return chance
}

// expectedCount returns the rivals' average number of the cards, in thousandths.
func (o *outlook) expectedCount(cards card.Set) int {
	shown := permille * (cards & o.shown).Len()
	if o.hidden == 0 {
		return shown
	}
	return shown + permille*(cards&o.hidden).Len()*o.held/o.hidden.Len()
}

func (o *outlook) fearsSkus() bool { return o.mayHold().Has(card.Skus) }

func (o *outlook) outnumbered(tarocks card.Set, margin int) bool {
	return permille*(tarocks.Len()-margin) >= o.expectedCount(card.AllTarocks)
}

func (o *outlook) higherThan(c card.Card) (higher card.Set) {
	return o.mayHold() & c.Suit().Cards() &^ (c.Bit()<<1 - 1)
}

func (o *outlook) winChance(c card.Card) int {
	if c.Suit() == card.Tarock || o.mayHold()&card.AllTarocks == 0 {
		return o.chanceOfNone(o.higherThan(c))
	}
	return max(o.chanceOfNone(o.higherThan(c))-o.chanceOfNone(c.Suit().Cards()), 0)
}
