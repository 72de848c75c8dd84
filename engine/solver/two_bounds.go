package solver

// bounds returns the least and the most that the leader gets, without a search. A
// tarock above all of the other side's takes its trick in any case.
func (s *twoSearch) bounds(mine, theirs set, tricks, left int) (low, high int) {
	myTarocks, theirTarocks := mine&tarockPlaces, theirs&tarockPlaces
	sure, theirSure := myTarocks&theirTarocks.above(), theirTarocks&myTarocks.above()
	high = left - leastTaken(theirSure, mine)
	later := sure & waiting(s.kept, tricks) // they can't be led
	sure &^= later
	if sure.count() >= theirTarocks.count() {
		return drawnByTwo(mine, theirs, tricks, left), high
	}
	return leastTaken(sure, theirTarocks) + leastTaken(later, onePlaces) + cashedByTwo(mine, theirs), high
}

// leastTaken returns the least thirds that cards take if they win tricks from a hand.
func leastTaken(cards, hand set) int {
	if cards == 0 {
		return 0
	}
	return cards.thirds() + hand.cheapestThirds(cards.count())
}

// drawnByTwo returns the least thirds that the leader gets by drawing all of the other
// side's tarocks with sure ones. Then tarocks and the tops of suits take tricks, and a
// whole suit does if its tops exhaust the other side's cards.
func drawnByTwo(mine, theirs set, tricks, left int) int {
	winners := mine & tarockPlaces
	for at := 0; at < suitsEnd; at += suitSize {
		m, t := mine&(firstSuit<<at), theirs&(firstSuit<<at)
		tops := m & t.above()
		if tops.count() >= t.count() {
			tops = m
		}
		winners |= tops
	}
	n := winners.count()
	if n == tricks {
		return left
	}
	tarocks := theirs & tarockPlaces
	return (winners | tarocks).thirds() + (theirs & suitPlaces).cheapestThirds(n-tarocks.count())
}

// cashedByTwo returns the thirds that the tops of suits take as long as the other side
// must follow.
func cashedByTwo(mine, theirs set) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		t := theirs & (firstSuit << at)
		for tops := mine & (firstSuit << at) & t.above(); tops != 0 && t != 0; t &= t - 1 {
			top := tops.highest()
			tops &^= 1 << top
			sum += int(lookup.thirds[top&63]) + int(lookup.thirds[t.lowest()&63])
		}
	}
	return sum
}
