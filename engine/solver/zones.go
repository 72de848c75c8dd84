package solver

import "tarockbot/engine/card"

// zones are runs of places whose cards count the same, so only their order matters. When a card leaves play, higher
// cards of its zone move down one place. Positions with equivalent cards become equal.
type zones struct {
	keep        [places]set
	shift       [places]set
	sameAsLower set // places whose lower neighbour counts the same
}

// The zones are the pips of each suit, the tarocks II to XX, and XXI with Sküs.
var (
	freeZones  = zonesAround(0)
	boundZones = zonesAround(placesOf(card.Birds)) // birds may have to wait for their tricks
	stillZones = zonesAround(cardPlaces)           // no card moves
)

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
		z.sameAsLower |= 1<<last<<1 - 1<<first<<1
		first = last
	}
	return z
}

func sameZone(a, b int) bool {
	return lookup.suit[a] != 0 && lookup.suit[a] == lookup.suit[b] && lookup.thirds[a] == lookup.thirds[b]
}

// without returns the hand after a card of any hand has left play. Remove the higher card first, because each removal
// moves the cards above it.
func (z *zones) without(hand set, at int) set {
	return hand&z.keep[at&63] | hand&z.shift[at&63]>>1
}

func (z *zones) compact(hand, gone set) set {
	for gone != 0 {
		at := gone.highest()
		gone &^= 1 << at
		hand = z.without(hand, at)
	}
	return hand
}

// placeAfter returns the place to which compact moves a card.
func (z *zones) placeAfter(at int, gone set) int {
	down := 0
	for ; gone != 0; gone &= gone - 1 {
		down += int(z.shift[gone.lowest()] >> at & 1)
	}
	return at - down
}

func (z *zones) equal(last, at int) bool { return at == last+1 && z.sameAsLower>>at&1 != 0 }

// distinct keeps the lowest card of each run of equal cards.
func (z *zones) distinct(hand set) set { return hand &^ (hand << 1 & z.sameAsLower) }
