package solver

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
)

// PutAwayDeal returns a deal of Kosakeln after the discards. Each seat discards eight cards of its shortest suits.
func PutAwayDeal(d *enginetest.Dice, deck []card.Card) Position {
	d.Shuffle(deck)
	p := Position{Seats: 2}
	for seat := range 2 {
		hand := card.SetOf(deck[24*seat : 24*seat+24]...)
		p.Hands[seat] = hand &^ putAway(hand, 8)
	}
	return p
}

// TrioDeal returns a deal of Illustrated Tarock after the discards.
func TrioDeal(d *enginetest.Dice, deck []card.Card) Position {
	d.Shuffle(deck)
	p := Position{Seats: 3}
	for seat := range 3 {
		p.Hands[seat] = card.SetOf(deck[16*seat : 16*seat+16]...)
		if (p.Hands[seat] & card.AllTarocks).Len() > (p.Hands[p.Declarer] & card.AllTarocks).Len() {
			p.Declarer = engine.Seat(seat)
		}
	}
	hand := p.Hands[p.Declarer] | card.SetOf(deck[48:51]...)
	p.Hands[p.Declarer] = hand &^ putAway(hand, 3)
	return p
}

func PlayTo(d *enginetest.Dice, p *Position, tricks int) {
	for p.Tricks() > tricks || p.Trick.N > 0 {
		legal := p.Legal()
		p.Play(legal.Nth(d.Below(legal.Len())))
	}
}

func putAway(hand card.Set, n int) (away card.Set) {
	suits := []card.Suit{card.Hearts, card.Diamonds, card.Spades, card.Clubs}
	slices.SortStableFunc(suits, func(a, b card.Suit) int { return (hand & a.Cards()).Len() - (hand & b.Cards()).Len() })
	for _, suit := range suits {
		for from := hand & suit.Cards() &^ card.Honours; from != 0 && away.Len() < n; from &^= from.Highest().Bit() {
			away |= from.Highest().Bit()
		}
	}
	for from := hand & card.AllTarocks &^ card.Honours; away.Len() < n; from &= from - 1 {
		away |= from.Lowest().Bit()
	}
	return away
}
