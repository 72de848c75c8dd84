package solver

import (
	"slices"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
)

// PutAwayDeal is a deal of Kosakeln after the discards, seat 0 to lead: each
// seat has 24 cards and puts away eight, those of its shortest suits first, each
// from its dearest, tarocks last, no honours.
func PutAwayDeal(d *enginetest.Dice, deck []card.Card) Position {
	d.Shuffle(deck)
	p := Position{Seats: 2}
	for seat := range 2 {
		hand := card.SetOf(deck[24*seat : 24*seat+24]...)
		p.Hands[seat] = hand &^ putAway(hand)
	}
	return p
}

func putAway(hand card.Set) (away card.Set) {
	suits := []card.Suit{card.Hearts, card.Diamonds, card.Spades, card.Clubs}
	slices.SortStableFunc(suits, func(a, b card.Suit) int { return (hand & a.Cards()).Len() - (hand & b.Cards()).Len() })
	for _, suit := range suits {
		for from := hand & suit.Cards() &^ card.Honours; from != 0 && away.Len() < 8; from &^= from.Highest().Bit() {
			away |= from.Highest().Bit()
		}
	}
	for from := hand & card.AllTarocks &^ card.Honours; away.Len() < 8; from &= from - 1 {
		away |= from.Lowest().Bit()
	}
	return away
}
