package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// other is what a seat knows of another.
type other struct {
	seat   engine.Seat
	hand   card.Set // cards it had in its hand after the exchange, before any packet
	played card.Set // cards that it can't have put away: played or surely held
	lacks  card.Set // suits that it can't hold any more
	never  card.Set // cards that it has said not to hold
	some   []some   // of which it holds so many
	// laid and discarded are what it put away in the exchange and for the talon.
	laid, discarded engine.LaidDown
	packet          card.Set
}

// some is cards of which a seat holds n.
type some struct {
	cards card.Set
	n     int
}

// know collects what the view tells of another seat, and takes it from what is unknown.
func (s *sampler) know(seat engine.Seat) other {
	o := other{seat: seat, lacks: lacking(s.v, seat), played: playedBy(s.v, seat) | visible(s.v, seat)}
	for _, c := range s.v.Claims {
		if c.Seat == seat {
			o.learn(c)
		}
	}
	if len(s.v.Exchange) > 0 {
		o.laid = s.v.Exchange[seat]
	}
	if seat == s.v.Declarer {
		o.packet = packet(s.v)
		o.discarded = s.v.PublicView.Laid
	}
	o.hand = (o.played | o.discarded.Tarocks) &^ o.packet &^ uncoveredBy(s.v, seat)
	s.unknown &^= o.hand | o.laid.Tarocks
	return o
}

// learn takes from an announcement what it says of the hand.
func (o *other) learn(c engine.Claim) {
	switch b := c.Bonus.Bonus(); {
	case b.Making == engine.ByBird, b.Making == engine.ByHolding && b.Needs == b.Cards.Len():
		o.played |= b.Cards
	case b.Making == engine.ByHolding:
		o.some = append(o.some, some{b.Cards, b.Needs})
	case b.Making == engine.ByWithout:
		o.never |= b.Cards
	}
}

// laidDown is how many cards it exchanged face down.
func (o *other) laidDown() int { return o.laid.N - o.laid.Tarocks.Len() }

// mustDiscard are the cards of its packet that it has discarded, for it holds them no more.
func (o *other) mustDiscard() card.Set { return o.packet & o.lacks &^ o.played }

// discardedDown is how many cards it discarded face down that nobody knows.
func (o *other) discardedDown() int {
	if o.discarded.N == 0 {
		return 0
	}
	return o.discarded.N - o.discarded.Tarocks.Len() - o.mustDiscard().Len()
}

// pack are the cards that the view's deal is played with.
func pack(v engine.View) card.Set {
	if v.Pack == 0 {
		return card.Full
	}
	return v.Pack
}

// mine are the cards that have ever been the seat's.
func mine(v engine.View) card.Set {
	return v.Memory.Dealt | v.Cards | v.Memory.Exchanged | v.Memory.Discarded | playedBy(v, v.Seat)
}

// playedBy are the cards that the seat has played.
func playedBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, m := range v.Memory.Moves {
		if m.Seat == seat && m.Action.Verb == engine.PlayCard {
			cards |= m.Action.Cards
		}
	}
	return cards
}

// uncoveredBy are the cards of the seat's piles turned up so far; of all seats for
// Nobody.
func uncoveredBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, u := range v.Memory.Uncovered {
		if u.Seat == seat || seat == engine.Nobody {
			cards |= u.Card.Bit()
		}
	}
	return cards
}

// uncovered are the cards of a pile turned up so far, from its first top.
func (s *sampler) uncovered(seat engine.Seat, pile int) (cards []card.Card) {
	for _, u := range s.v.Memory.Uncovered {
		if u.Seat == seat && u.Pile == pile {
			cards = append(cards, u.Card)
		}
	}
	return cards
}
