package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

type otherSeat struct {
	seat            engine.Seat
	hand            card.Set // after the exchange, without the talon's packet
	kept            card.Set // played, or known to be held
	lacks           card.Set // all cards of suits that it lacks by now
	never           card.Set // announced not to be held
	heldAtLeast     []cardCount
	laid, discarded engine.LaidDown
	packet          card.Set // taken from the talon
}

type cardCount struct {
	cards card.Set
	n     int
}

func knowledgeOf(v engine.View, seat engine.Seat) otherSeat {
	o := otherSeat{seat: seat, lacks: lackedBy(v, seat), kept: playedBy(v, seat) | shownBy(v, seat)}
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

func (o *otherSeat) addClaim(c engine.Claim) {
	switch b := c.Bonus.Bonus(); {
	case b.Making == engine.MadeByBird, b.Making == engine.MadeByHolding && b.Needs == b.Cards.Len():
		o.kept |= b.Cards
	case b.Making == engine.MadeByHolding:
		o.heldAtLeast = append(o.heldAtLeast, cardCount{b.Cards, b.Needs})
	case b.Making == engine.MadeWithout:
		o.never |= b.Cards
	}
}

// laidDown counts the cards exchanged face down.
func (o *otherSeat) laidDown() int { return o.laid.N - o.laid.Tarocks.Len() }

// surelyDiscarded returns the packet's unplayed cards of suits that the seat lacks by now: it has discarded them.
func (o *otherSeat) surelyDiscarded() card.Set { return o.packet & o.lacks &^ o.kept }

// discardedDown counts the unknown cards discarded face down.
func (o *otherSeat) discardedDown() int {
	if o.discarded.N == 0 {
		return 0
	}
	return o.discarded.N - o.discarded.Tarocks.Len() - o.surelyDiscarded().Len()
}
