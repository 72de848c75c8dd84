package solver

import "math/bits"

// bounds returns the least and the most that the leader gets, without a search. A
// tarock above all of the other side's takes its trick in any case.
func (s *twoSearch) bounds(mine, theirs uint64, tricks, left int) (low, high int) {
	myTarocks, theirTarocks := mine&tarockPlaces, theirs&tarockPlaces
	sure, theirSure := myTarocks&placesAbove(theirTarocks), theirTarocks&placesAbove(myTarocks)
	high = left - leastTaken(theirSure, mine)
	later := sure & waiting(s.kept, tricks) // they can't be led
	sure &^= later
	if bits.OnesCount64(sure) >= bits.OnesCount64(theirTarocks) {
		return drawnByTwo(mine, theirs, tricks, left), high
	}
	return leastTaken(sure, theirTarocks) + leastTaken(later, onePlaces) + cashedByTwo(mine, theirs), high
}

// leastTaken returns the least thirds that cards take if they win tricks from a hand.
func leastTaken(cards, hand uint64) int {
	if cards == 0 {
		return 0
	}
	return thirdsOf(cards) + cheapestOf(hand, bits.OnesCount64(cards))
}

// drawnByTwo returns the least thirds that the leader gets by drawing all of the other
// side's tarocks with sure ones. Then tarocks and the tops of suits take tricks, and a
// whole suit does if its tops exhaust the other side's cards.
func drawnByTwo(mine, theirs uint64, tricks, left int) int {
	winners := mine & tarockPlaces
	for at := 0; at < suitsEnd; at += suitSize {
		m, t := mine&(firstSuit<<at), theirs&(firstSuit<<at)
		tops := m & placesAbove(t)
		if bits.OnesCount64(tops) >= bits.OnesCount64(t) {
			tops = m
		}
		winners |= tops
	}
	n := bits.OnesCount64(winners)
	if n == tricks {
		return left
	}
	tarocks := theirs & tarockPlaces
	return thirdsOf(winners|tarocks) + cheapestOf(theirs&suitPlaces, n-bits.OnesCount64(tarocks))
}

// cashedByTwo returns the thirds that the tops of suits take as long as the other side
// must follow.
func cashedByTwo(mine, theirs uint64) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		t := theirs & (firstSuit << at)
		for tops := mine & (firstSuit << at) & placesAbove(t); tops != 0 && t != 0; t &= t - 1 {
			top := highest(tops)
			tops &^= 1 << top
			sum += int(lookup.thirds[top&63]) + int(lookup.thirds[lowest(t)&63])
		}
	}
	return sum
}
