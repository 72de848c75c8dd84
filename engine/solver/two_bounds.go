package solver

import "math/bits"

// bounds are what the leader gets at least and at most, without a search.
// Whatever is played, a tarock above all of the other side's takes its trick.
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

// leastTaken is what tricks count at least that cards take from a hand.
func leastTaken(cards, hand uint64) int {
	if cards == 0 {
		return 0
	}
	return thirdsOf(cards) + cheapestOf(hand, bits.OnesCount64(cards))
}

// drawn is what the leader gets at least who draws all of the other side's
// tarocks with sure ones: then tarocks and the tops of suits take tricks, and
// the whole suit if they exhaust the other side's.
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

// cashed is what the tops of suits take as long as the other side has to follow.
func cashedByTwo(mine, theirs uint64) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		t := theirs & (0xff << at)
		for tops := mine & (0xff << at) & placesAbove(t); tops != 0 && t != 0; t &= t - 1 {
			top := highest(tops)
			tops &^= 1 << top
			sum += int(lookup.thirds[top&63]) + int(lookup.thirds[lowest(t)&63])
		}
	}
	return sum
}
