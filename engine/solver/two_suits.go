package solver

import "math/bits"

// canonical orders the plain suits by their cards, because suits are interchangeable:
// positions that differ only in the names of suits become equal.
func canonical(mine, theirs uint64) (a, b uint64) {
	mineNone, theirsNone := emptySuits(mine), emptySuits(theirs)
	if alone := theirsNone &^ mineNone; alone&(alone-1) != 0 {
		mine = gather(mine, alone)
	}
	if alone := mineNone &^ theirsNone; alone&(alone-1) != 0 {
		theirs = gather(theirs, alone)
	}
	w := mine&0xff<<8 | theirs&0xff
	x := mine&0xff00 | theirs>>8&0xff
	y := mine>>8&0xff00 | theirs>>16&0xff
	z := mine>>16&0xff00 | theirs>>24&0xff
	w, x, y, z = sorted(w, x, y, z)
	mine = mine&tarockPlaces | w>>8 | x&0xff00 | y&0xff00<<8 | z&0xff00<<16
	theirs = theirs&tarockPlaces | w&0xff | x&0xff<<8 | y&0xff<<16 | z&0xff<<24
	return mine, theirs
}

// gather puts cards of suits that only this hand has into as few of them as possible.
// The other side can't lead them and never follows, so it doesn't matter which of these
// suits a card is of. alone has the kings' places of those suits.
func gather(hand, alone uint64) uint64 {
	pips := 0
	var court [4]uint64 // what goes to the first of the suits, to the second, …
	for a := alone; a != 0; a &= a - 1 {
		suit := hand >> (lowest(a) - 7) & 0xff
		pips += bits.OnesCount64(suit & pipPlaces)
		x := suit &^ pipPlaces
		for i := range court {
			court[i], x = court[i]|x, court[i]&x
		}
	}
	for i, a := 0, alone; a != 0; i, a = i+1, a&(a-1) {
		at := lowest(a) - 7
		n := min(pips, 4)
		pips -= n
		hand = hand&^(firstSuit<<at) | (court[i&3]|(1<<n-1))<<at
	}
	return hand
}
