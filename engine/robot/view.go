package robot

import (
	"cmp"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The functions in this file read facts from a view. They assume nothing about how anybody
// plays.

// packOf returns all cards of the view's deal.
func packOf(v engine.View) card.Set { return cmp.Or(v.Pack, card.Full) }

// rivalsOf returns the seats on the other side. Until there is a declarer, these are all other
// seats.
func rivalsOf(v engine.View) engine.Seats {
	if v.Declarer != engine.Nobody && v.Declarer != v.Seat {
		return v.Declarer.Bit()
	}
	return engine.Seats(1<<len(v.HandSize)-1) &^ v.Seat.Bit()
}

// pilesOf returns the seat's piles, or nil in a game without piles.
func pilesOf(v engine.View, seat engine.Seat) []engine.Pile {
	if v.Piles == nil {
		return nil
	}
	return v.Piles[seat]
}

// hasFaceDown reports whether a card of a pile lies face down.
func hasFaceDown(v engine.View) bool {
	return slices.ContainsFunc(slices.Concat(v.Piles...), func(p engine.Pile) bool { return p.N > 1 || p.N > 0 && !p.FaceUp })
}

// announcedBy returns the announcements that the seat has made.
func announcedBy(v engine.View, seat engine.Seat) (said engine.WordSet) {
	for _, c := range v.Claims {
		if c.Seat == seat {
			said |= c.Bonus.Bit()
		}
	}
	return said
}

// ownedBefore returns the cards that the view's seat holds or has ever held.
func ownedBefore(v engine.View) card.Set {
	return v.Memory.Dealt | v.Cards | v.Memory.Exchanged | v.Memory.Discarded | playedBy(v, v.Seat)
}

// playedBy returns the cards that the seat has played.
func playedBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, m := range v.Memory.Moves {
		if m.Seat == seat && m.Action.Verb == engine.PlayCard {
			cards |= m.Action.Cards
		}
	}
	return cards
}

// uncoveredBy returns the cards that have been turned up in the seat's piles, or in the piles
// of all seats if seat is Nobody.
func uncoveredBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, u := range v.Memory.Uncovered {
		if u.Seat == seat || seat == engine.Nobody {
			cards |= u.Card.Bit()
		}
	}
	return cards
}

// uncoveredIn returns the cards that have been turned up in one pile, the first one first.
func uncoveredIn(v engine.View, seat engine.Seat, pile int) (cards []card.Card) {
	for _, u := range v.Memory.Uncovered {
		if u.Seat == seat && u.Pile == pile {
			cards = append(cards, u.Card)
		}
	}
	return cards
}

// inTricks returns the cards of all tricks that the view shows, the current trick included.
func inTricks(v engine.View) card.Set {
	cards := v.Trick.Set()
	for i := range v.Tricks {
		cards |= v.Tricks[i].Set()
	}
	return cards
}

// takenPacket returns the packet that the declarer took from the talon. It returns 0 if none
// was taken or the view doesn't remember the talon.
func takenPacket(v engine.View) card.Set {
	talon := v.Memory.Talon
	if v.Taken < 0 || v.Packet == 0 || talon == nil {
		return 0
	}
	return card.SetOf(talon[v.Taken*v.Packet : (v.Taken+1)*v.Packet]...)
}

// shownBy returns the cards that everybody knows the seat to hold: open on its piles, or seen
// before they came to its hand.
func shownBy(v engine.View, seat engine.Seat) (cards card.Set) {
	if seat == v.Declarer { // it can't put a king away, and it puts a tarock away only face up
		cards = takenPacket(v) & (card.AllTarocks | card.Kings) &^ v.PublicView.DeclarerDiscards.Tarocks &^ inTricks(v)
	}
	for _, pile := range pilesOf(v, seat) {
		if pile.FaceUp {
			cards |= pile.Top.Bit()
		}
	}
	if v.KnownInHand != nil {
		cards |= v.KnownInHand[seat]
	}
	return cards
}

// unseen returns the cards that the view neither shows nor remembers. The unshown cards of a
// taken packet count as unseen, because the declarer may hold them or have put them away.
func unseen(v engine.View) card.Set {
	seen := v.Cards | v.Hand.Laid | v.PublicView.DeclarerDiscards.Tarocks | v.RestShown | inTricks(v)
	seen |= card.SetOf(v.Talon...) | card.SetOf(v.Added...) | v.Memory.Exchanged | v.Memory.Discarded
	if v.Taken >= 0 {
		seen |= card.SetOf(v.Memory.Talon...) &^ takenPacket(v)
	}
	for _, laid := range v.Exchange {
		seen |= laid.Tarocks
	}
	for seat := range v.HandSize {
		seen |= shownBy(v, engine.Seat(seat))
	}
	return packOf(v) &^ seen
}

// lackedBy returns all cards of the suits that the seat doesn't hold, as earlier tricks have
// shown.
func lackedBy(v engine.View, seat engine.Seat) (suits card.Set) {
	n := len(v.HandSize)
	for i := range v.Tricks {
		t := &v.Tricks[i]
		for place := 1; place < int(t.N); place++ {
			if t.By(place, n) == seat {
				suits |= suitsLacked(t.Cards[0], t.Cards[place])
			}
		}
	}
	return suits
}

// suitsLacked returns all cards of the suits that a player can't hold who plays a card to the
// lead.
func suitsLacked(lead, played card.Card) card.Set {
	switch {
	case played.Suit() == lead.Suit():
		return 0
	case played.Suit() == card.Tarock:
		return lead.Suit().Cards()
	default:
		return lead.Suit().Cards() | card.AllTarocks
	}
}
