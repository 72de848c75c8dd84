package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// permille is the probability 1. Probabilities and averages are whole thousandths, so that
// every machine decides alike.
const permille = 1000

// outlook is what a seat can tell about the cards of its rivals.
type outlook struct {
	rivals engine.Seats // the seats on the other side; all other seats until there is a declarer
	shown  card.Set     // cards that everybody knows a rival to hold
	hidden card.Set     // other cards that a rival may hold
	held   int          // the number of hidden cards in the rivals' hands, at most hidden.Len()
}

// publicHand is what everybody knows of a seat's hand.
type publicHand struct {
	shown card.Set // cards known to be in the hand
	lacks card.Set // all cards of the suits known not to be in the hand
	size  int      // the number of cards
}

// publicHandOf reads the public hand of a seat from a view.
func publicHandOf(v engine.View, seat engine.Seat) publicHand {
	return publicHand{shown: shownBy(v, seat), lacks: lackedBy(v, seat), size: v.HandSize[seat]}
}

// outlookOf returns the outlook of the view's seat.
func outlookOf(v engine.View) outlook {
	var hands [engine.MaxSeats]publicHand
	rivals := rivalsOf(v)
	for seat := range rivals.All() {
		hands[seat] = publicHandOf(v, seat)
	}
	return newOutlook(rivals, unseen(v), &hands)
}

// newOutlook returns the outlook of a seat from the cards that it hasn't seen and the hands of
// its rivals.
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

// mayHold returns the cards that a rival holds or may hold.
func (o *outlook) mayHold() card.Set { return o.shown | o.hidden }

// free returns the probability, in thousandths, that the rivals hold none of the cards.
func (o *outlook) free(cards card.Set) int {
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

// expected returns how many of the cards the rivals hold on average, in thousandths.
func (o *outlook) expected(cards card.Set) int {
	shown := permille * (cards & o.shown).Len()
	if o.hidden == 0 {
		return shown
	}
	return shown + permille*(cards&o.hidden).Len()*o.held/o.hidden.Len()
}

// fearsSkus reports whether a rival may hold the Sküs.
func (o *outlook) fearsSkus() bool { return o.mayHold().Has(card.Skus) }

// outnumber reports whether the tarocks are at least that many more than the rivals hold on
// average.
func (o *outlook) outnumber(tarocks card.Set, margin int) bool {
	return permille*(tarocks.Len()-margin) >= o.expected(card.AllTarocks)
}

// above returns the higher cards of c's suit that a rival may hold.
func (o *outlook) above(c card.Card) (higher card.Set) {
	return o.mayHold() & c.Suit().Cards() &^ (c.Bit()<<1 - 1)
}

// wins estimates the probability, in thousandths, that c wins the trick if it is led. A suit
// card loses to a higher card, and to a tarock if a rival has none of the suit.
func (o *outlook) wins(c card.Card) int {
	if c.Suit() == card.Tarock || o.mayHold()&card.AllTarocks == 0 {
		return o.free(o.above(c))
	}
	return max(o.free(o.above(c))-o.free(c.Suit().Cards()), 0)
}
