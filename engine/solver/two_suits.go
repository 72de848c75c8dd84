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
	w, x, y, z := sorted(bothOf(mine, theirs, 0), bothOf(mine, theirs, 1), bothOf(mine, theirs, 2), bothOf(mine, theirs, 3))
	return withSuits(mine, w>>suitSize, x>>suitSize, y>>suitSize, z>>suitSize), withSuits(theirs, w, x, y, z)
}

// bothOf returns both hands' cards of the n-th plain suit in one number.
func bothOf(mine, theirs uint64, n int) uint64 { return suitOf(mine, n)<<suitSize | suitOf(theirs, n) }

// gather puts cards of suits that only this hand has into as few of them as possible.
// The other side can't lead them and never follows, so it doesn't matter which of these
// suits a card is of. alone has the kings' places of those suits.
func gather(hand, alone uint64) uint64 {
	pips := 0
	var court [4]uint64 // what goes to the first of the suits, to the second, …
	for a := alone; a != 0; a &= a - 1 {
		suit := hand >> (lowest(a) - kingRow) & firstSuit
		pips += bits.OnesCount64(suit & pipPlaces)
		x := suit &^ pipPlaces
		for i := range court {
			court[i], x = court[i]|x, court[i]&x
		}
	}
	for i, a := 0, alone; a != 0; i, a = i+1, a&(a-1) {
		at := lowest(a) - kingRow
		n := min(pips, 4)
		pips -= n
		hand = hand&^(firstSuit<<at) | (court[i&3]|(1<<n-1))<<at
	}
	return hand
}
