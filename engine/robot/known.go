package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// other holds the facts that the sampler's seat knows of another seat.
type other struct {
	seat   engine.Seat
	hand   card.Set    // known cards of the hand after the exchange, without a packet
	kept   card.Set    // cards that the seat has played or is known to hold
	lacks  card.Set    // all cards of the suits that it doesn't hold any more
	never  card.Set    // cards that it has announced not to hold
	counts []cardCount // sets of which it has announced a number
	// laid and discarded are what everybody saw of the exchange and of the discard for the
	// talon.
	laid, discarded engine.LaidDown
	packet          card.Set // the packet that it took from the talon
}

// cardCount says that a seat holds n of the cards.
type cardCount struct {
	cards card.Set
	n     int
}

// knowledgeOf collects what the view shows of another seat.
func knowledgeOf(v engine.View, seat engine.Seat) other {
	o := other{seat: seat, lacks: lackedBy(v, seat), kept: playedBy(v, seat) | shownBy(v, seat)}
	for _, c := range v.Claims {
		if c.Seat == seat {
			o.addClaim(c)
		}
	}
	if len(v.Exchange) > 0 {
		o.laid = v.Exchange[seat]
	}
	if seat == v.Declarer {
		o.packet = takenPacket(v)
		o.discarded = v.DeclarerDiscards
	}
	o.hand = (o.kept | o.discarded.Tarocks) &^ o.packet &^ uncoveredBy(v, seat)
	return o
}

// addClaim adds what an announcement reveals of the hand.
func (o *other) addClaim(c engine.Claim) {
	switch b := c.Bonus.Bonus(); {
	case b.Making == engine.ByBird, b.Making == engine.ByHolding && b.Needs == b.Cards.Len():
		o.kept |= b.Cards
	case b.Making == engine.ByHolding:
		o.counts = append(o.counts, cardCount{b.Cards, b.Needs})
	case b.Making == engine.ByWithout:
		o.never |= b.Cards
	}
}

// laidDown returns the number of cards exchanged face down.
func (o *other) laidDown() int { return o.laid.N - o.laid.Tarocks.Len() }

// mustDiscard returns the cards of the packet that the seat must have discarded, because it
// lacks their suit now and hasn't played them.
func (o *other) mustDiscard() card.Set { return o.packet & o.lacks &^ o.kept }

// discardedDown returns the number of cards discarded face down that are unknown.
func (o *other) discardedDown() int {
	if o.discarded.N == 0 {
		return 0
	}
	return o.discarded.N - o.discarded.Tarocks.Len() - o.mustDiscard().Len()
}
