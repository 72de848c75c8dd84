package solver

import "tarockbot/engine/card"

// zones are runs of places whose cards count the same, so only their order matters.
// When a card leaves play, higher cards of its zone move down one place. Positions that
// differ only in which cards of a zone are gone become equal.
type zones struct {
	keep  [places]set // the places that stay when the place's card leaves
	shift [places]set // the places that move down one
	next  set         // the places whose lower neighbour counts the same
}

// The zones are the pips of each suit, the tarocks II to XX, and XXI with Sküs.
var (
	freeZones  = zonesAround(0)
	boundZones = zonesAround(placesOf(card.Birds)) // birds may have to wait for their tricks
	stillZones = zonesAround(cardPlaces)           // no card moves
)

// zonesAround returns the zones in which the cards of the fixed places don't move.
func zonesAround(fixed set) (z zones) {
	for first := 0; first < places; first++ {
		last := first
		for last+1 < places && fixed>>last&3 == 0 && sameZone(last, last+1) {
			last++
		}
		for at := first; at <= last; at++ {
			z.shift[at] = 1<<last<<1 - 1<<at<<1
			z.keep[at] = ^(z.shift[at] | 1<<at)
		}
		z.next |= 1<<last<<1 - 1<<first<<1
		first = last
	}
	return z
}

// sameZone reports whether two places' cards are of one suit and count the same.
func sameZone(a, b int) bool {
	return lookup.suit[a] != 0 && lookup.suit[a] == lookup.suit[b] && lookup.thirds[a] == lookup.thirds[b]
}

// without returns the hand after the place's card has left play, whoever had it. To
// remove several cards, begin with the highest: each removal moves the cards above it.
func (z *zones) without(hand set, at int) set {
	return hand&z.keep[at&63] | hand&z.shift[at&63]>>1
}

// compact returns the hand after the cards at the places in gone have left play, whoever
// had them.
func (z *zones) compact(hand, gone set) set {
	for gone != 0 {
		at := gone.highest() // higher places first: without moves the cards above a place
		gone &^= 1 << at
		hand = z.without(hand, at)
	}
	return hand
}

// placeAfter returns where compact moves the card at a place.
func (z *zones) placeAfter(at int, gone set) int {
	down := 0
	for ; gone != 0; gone &= gone - 1 {
		down += int(z.shift[gone.lowest()] >> at & 1)
	}
	return at - down
}

// equal reports whether the place's card is as good as the one of the last place, the
// next lower.
func (z *zones) equal(last, at int) bool { return at == last+1 && z.next>>at&1 != 0 }

// distinct returns the hand without cards that are equal to the next lower one.
func (z *zones) distinct(hand set) set { return hand &^ (hand << 1 & z.next) }
