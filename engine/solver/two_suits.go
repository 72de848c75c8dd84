package solver

// canonical sorts the plain suits, because suits are interchangeable.
func canonical(mine, theirs set) (a, b set) {
	mineNone, theirsNone := mine.emptySuits(), theirs.emptySuits()
	if alone := theirsNone &^ mineNone; alone&(alone-1) != 0 {
		mine = gather(mine, alone)
	}
	if alone := mineNone &^ theirsNone; alone&(alone-1) != 0 {
		theirs = gather(theirs, alone)
	}
	w, x, y, z := sorted(bothOf(mine, theirs, 0), bothOf(mine, theirs, 1), bothOf(mine, theirs, 2), bothOf(mine, theirs, 3))
	return withSuits(mine, w>>suitSize, x>>suitSize, y>>suitSize, z>>suitSize), withSuits(theirs, w, x, y, z)
}

func bothOf(mine, theirs set, n int) set { return mine.suit(n)<<suitSize | theirs.suit(n) }

// gather packs the suits that only this hand has into as few suits as possible. The other side neither leads nor
// follows them, so a card's suit doesn't matter. alone holds the kings' places of those suits.
func gather(hand, alone set) set {
	pips := 0
	var court [4]set
	for a := alone; a != 0; a &= a - 1 {
		suit := hand >> (a.lowest() - kingRow) & firstSuit
		pips += (suit & pipPlaces).count()
		x := suit &^ pipPlaces
		for i := range court {
			court[i], x = court[i]|x, court[i]&x
		}
	}
	for i, a := 0, alone; a != 0; i, a = i+1, a&(a-1) {
		at := a.lowest() - kingRow
		n := min(pips, 4)
		pips -= n
		hand = hand&^(firstSuit<<at) | (court[i&3]|(1<<n-1))<<at
	}
	return hand
}
