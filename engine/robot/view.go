package robot

import (
	"cmp"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func packOf(v engine.View) card.Set { return cmp.Or(v.Pack, card.Full) }

func rivalsOf(v engine.View) engine.Seats {
	if v.Declarer != engine.Nobody && v.Declarer != v.Seat {
		return v.Declarer.Bit()
	}
	return engine.Seats(1<<len(v.HandSize)-1) &^ v.Seat.Bit()
}

func pilesOf(v engine.View, seat engine.Seat) []engine.Pile {
	if v.Piles == nil {
		return nil
	}
	return v.Piles[seat]
}

func hasFaceDown(v engine.View) bool {
	return slices.ContainsFunc(slices.Concat(v.Piles...), func(p engine.Pile) bool { return p.N > 1 || p.N > 0 && !p.FaceUp })
}

func announcedBy(v engine.View, seat engine.Seat) (said engine.WordSet) {
	for _, c := range v.Claims {
		if c.Seat == seat {
			said |= c.Bonus.Bit()
		}
	}
	return said
}

func ownedBefore(v engine.View) card.Set {
	return v.Memory.Dealt | v.Cards | v.Memory.Exchanged | v.Memory.Discarded | playedBy(v, v.Seat)
}

func playedBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, m := range v.Memory.Moves {
		if m.Seat == seat && m.Action.Verb == engine.PlayCard {
			cards |= m.Action.Cards
		}
	}
	return cards
}

// uncoveredBy returns the cards of all piles if seat is Nobody.
func uncoveredBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, u := range v.Memory.Uncovered {
		if u.Seat == seat || seat == engine.Nobody {
			cards |= u.Card.Bit()
		}
	}
	return cards
}

func uncoveredIn(v engine.View, seat engine.Seat, pile int) (cards []card.Card) {
	for _, u := range v.Memory.Uncovered {
		if u.Seat == seat && u.Pile == pile {
			cards = append(cards, u.Card)
		}
	}
	return cards
}

func inTricks(v engine.View) card.Set {
	cards := v.Trick.Set()
	for i := range v.Tricks {
		cards |= v.Tricks[i].Set()
	}
	return cards
}

// takenPacket returns 0 if none was taken or the talon isn't remembered.
func takenPacket(v engine.View) card.Set {
	talon := v.Memory.Talon
	if v.TakenPacket < 0 || v.PacketSize == 0 || talon == nil {
		return 0
	}
	return card.SetOf(talon[v.TakenPacket*v.PacketSize : (v.TakenPacket+1)*v.PacketSize]...)
}

// shownBy returns the cards that everybody knows the seat to hold: open on its piles, or seen before they came to its
// hand.
func shownBy(v engine.View, seat engine.Seat) (cards card.Set) {
	if seat == v.Declarer { // kings can't be put away, tarocks only face up
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

// unseen includes the unshown cards of a taken packet, because the declarer may hold them or have put them away.
func unseen(v engine.View) card.Set {
	seen := v.Cards | v.Hand.PutAway | v.PublicView.DeclarerDiscards.Tarocks | v.UntakenShown | inTricks(v)
	seen |= card.SetOf(v.Talon...) | card.SetOf(v.AddedToTricks...) | v.Memory.Exchanged | v.Memory.Discarded
	if v.TakenPacket >= 0 {
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

// lackedBy returns all cards of the suits that earlier tricks have shown the seat to lack.
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
