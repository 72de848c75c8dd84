package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// certain is the chance of what can't fail. Chances are in thousandths and
// whole numbers, so that every machine decides alike.
const certain = 1000

// outlook is what a player can tell about the cards it doesn't see.
type outlook struct {
	rivals engine.Seats // the other side: everybody until there is a declarer
	sure   card.Set     // cards that everybody sees a rival hold
	out    card.Set     // other cards that a rival may hold
	held   int          // of out, how many the rivals hold
}

// look reads a view.
func look(v engine.View) outlook {
	o := outlook{rivals: rivals(v)}
	for seat := range o.rivals.All() {
		o.add(visible(v, seat), unseen(v)&^lacking(v, seat), v.HandSize[seat])
	}
	o.held = min(o.held, o.out.Len())
	return o
}

// add counts in a rival with so many cards: those that everybody sees, and some of those
// that it may hold.
func (o *outlook) add(shown, mayHold card.Set, size int) {
	o.sure |= shown
	o.out |= mayHold
	o.held += size - shown.Len()
}

// rivals are the seats that play against the view's.
func rivals(v engine.View) engine.Seats {
	others := engine.Seats(1<<len(v.HandSize)-1) &^ v.Seat.Bit()
	if v.Declarer != engine.Nobody && v.Declarer != v.Seat {
		return v.Declarer.Bit()
	}
	return others
}

// visible are the cards that everybody knows the seat to hold: open in front of it,
// or seen on their way to its hand.
func visible(v engine.View, seat engine.Seat) (cards card.Set) {
	if seat == v.Declarer {
		cards = keptPacket(v)
	}
	for _, pile := range pilesOf(v, seat) {
		if pile.FaceUp {
			cards |= pile.Top.Bit()
		}
	}
	if v.Known != nil {
		cards |= v.Known[seat]
	}
	return cards
}

// pilesOf are the seat's piles, where there are any.
func pilesOf(v engine.View, seat engine.Seat) []engine.Pile {
	if v.Piles == nil {
		return nil
	}
	return v.Piles[seat]
}

// keptPacket are the cards of the packet taken that must still be in the declarer's
// hand: kings can't be put away, and tarocks only openly.
func keptPacket(v engine.View) card.Set {
	return packet(v) & (card.AllTarocks | card.Kings) &^ v.PublicView.Laid.Tarocks &^ inTricks(v)
}

// inTricks are the cards in tricks that the view shows, the running one among them.
func inTricks(v engine.View) card.Set {
	cards := v.Trick.All()
	for i := range v.Tricks {
		cards |= v.Tricks[i].All()
	}
	return cards
}

// packet is the packet of the talon that was taken, as far as the seat remembers it.
func packet(v engine.View) card.Set {
	talon := v.Memory.Talon
	if v.Taken < 0 || v.Packet == 0 || talon == nil {
		return 0
	}
	return card.SetOf(talon[v.Taken*v.Packet : (v.Taken+1)*v.Packet]...)
}

// unseen are the cards that the view shows neither now nor before, as far as it
// remembers. A packet taken is in the declarer's hand, or put away.
func unseen(v engine.View) card.Set {
	seen := v.Cards | v.Hand.Laid | v.PublicView.Laid.Tarocks | v.RestShown | card.SetOf(v.Talon...) | card.SetOf(v.Added...) | inTricks(v)
	seen |= v.Memory.Exchanged | v.Memory.Discarded
	if v.Taken >= 0 {
		seen |= card.SetOf(v.Memory.Talon...) &^ packet(v)
	}
	for _, laid := range v.Exchange {
		seen |= laid.Tarocks
	}
	for seat := range v.HandSize {
		seen |= visible(v, engine.Seat(seat))
	}
	return pack(v) &^ seen
}

// lacking are the suits that the seat can't hold: it didn't follow.
func lacking(v engine.View, seat engine.Seat) (suits card.Set) {
	n := len(v.HandSize)
	for i := range v.Tricks {
		t := &v.Tricks[i]
		for place := 1; place < int(t.N); place++ {
			if t.By(place, n) == seat {
				suits |= notFollowing(t.Cards[0], t.Cards[place])
			}
		}
	}
	return suits
}

// notFollowing are the suits that whoever plays the card to the lead doesn't hold.
func notFollowing(lead, played card.Card) card.Set {
	switch {
	case played.Suit() == lead.Suit():
		return 0
	case played.Suit() == card.Tarock:
		return lead.Suit().Cards()
	default:
		return lead.Suit().Cards() | card.AllTarocks
	}
}

// free is the chance that the rivals hold none of the cards.
func (o *outlook) free(cards card.Set) int {
	if cards&o.sure != 0 {
		return 0
	}
	chance, rest := certain, o.out.Len()
	for range (cards & o.out).Len() {
		chance = chance * max(rest-o.held, 0) / rest
		rest--
	}
	return chance
}

// expected is how many of the cards the rivals hold on average, in
// thousandths.
func (o *outlook) expected(cards card.Set) int {
	sure := certain * (cards & o.sure).Len()
	if o.out == 0 {
		return sure
	}
	return sure + certain*(cards&o.out).Len()*o.held/o.out.Len()
}

// fearsSkus says whether a rival may hold the Sküs.
func (o *outlook) fearsSkus() bool { return (o.out | o.sure).Has(card.Skus) }

// above are the cards that a rival may hold and that beat c in its own suit.
func (o *outlook) above(c card.Card) (higher card.Set) {
	return (o.out | o.sure) & c.Suit().Cards() &^ (c.Bit()<<1 - 1)
}

// wins is the chance that c, led, takes the trick: no rival has a higher card and
// no tarock from one who can't follow.
func (o *outlook) wins(c card.Card) int {
	if c.Suit() == card.Tarock || (o.out|o.sure)&card.AllTarocks == 0 {
		return o.free(o.above(c))
	}
	return max(o.free(o.above(c))-o.free(c.Suit().Cards()), 0)
}
