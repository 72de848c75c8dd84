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
	out    card.Set     // cards that a rival may hold
	held   int          // cards in the rivals' hands
}

// look reads a view. It doesn't remember: a talon that was turned down again is
// as hidden as before.
func look(v engine.View) outlook {
	o := outlook{rivals: rivals(v)}
	for seat := range o.rivals.All() {
		o.out |= unseen(v) &^ lacking(v, seat)
		o.held += v.HandSize[seat]
	}
	o.held = min(o.held, o.out.Len())
	return o
}

// rivals are the seats that play against the view's.
func rivals(v engine.View) engine.Seats {
	others := engine.Seats(1<<len(v.HandSize)-1) &^ v.Seat.Bit()
	if v.Declarer != engine.Nobody && v.Declarer != v.Seat {
		return v.Declarer.Bit()
	}
	return others
}

// unseen are the cards that the view shows neither now nor in a trick before.
func unseen(v engine.View) card.Set {
	seen := v.Cards | v.Hand.Laid | v.Table.Laid.Tarocks | v.Open | card.SetOf(v.Talon...) | v.Trick.All()
	for _, laid := range v.Exchange {
		seen |= laid.Tarocks
	}
	for i := range v.Tricks {
		seen |= v.Tricks[i].All()
	}
	return card.Full &^ seen
}

// lacking are the suits that the seat can't hold: it didn't follow.
func lacking(v engine.View, seat engine.Seat) (suits card.Set) {
	n := len(v.HandSize)
	for i := range v.Tricks {
		t := &v.Tricks[i]
		led := t.Cards[0].Suit()
		for place := 1; place < int(t.N); place++ {
			own := t.Cards[place].Suit()
			if t.By(place, n) != seat || own == led {
				continue
			}
			suits |= led.Cards()
			if own != card.Tarock {
				suits |= card.AllTarocks
			}
		}
	}
	return suits
}

// free is the chance that the rivals hold none of the cards.
func (o *outlook) free(cards card.Set) int {
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
	if o.out == 0 {
		return 0
	}
	return certain * (cards & o.out).Len() * o.held / o.out.Len()
}

// above are the cards that a rival may hold and that beat c in its own suit.
func (o *outlook) above(c card.Card) (higher card.Set) {
	return o.out & c.Suit().Cards() &^ (c.Bit()<<1 - 1)
}

// wins is the chance that c, led, takes the trick: no rival has a higher card and
// no tarock from one who can't follow.
func (o *outlook) wins(c card.Card) int {
	if c.Suit() == card.Tarock {
		return o.free(o.above(c))
	}
	if o.out&card.AllTarocks == 0 {
		return o.free(o.above(c))
	}
	return max(o.free(o.above(c))-o.free(c.Suit().Cards()), 0)
}
