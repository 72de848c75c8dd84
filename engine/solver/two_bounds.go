package solver

// bounds needs no search. A tarock above all of the other side's surely wins its trick.
func (s *twoSearch) bounds(mine, theirs set, tricks, left int) (low, high int) {
	myTarocks, theirTarocks := mine&tarockPlaces, theirs&tarockPlaces
	sure, theirSure := myTarocks&theirTarocks.above(), theirTarocks&myTarocks.above()
	high = left - leastTaken(theirSure, mine)
	later := sure & waiting(s.kept, tricks) // sure tarocks that can't be led yet
	sure &^= later
	if sure.count() >= theirTarocks.count() {
		return thirdsFromDrawing(mine, theirs, tricks, left), high
	}
	return leastTaken(sure, theirTarocks) + leastTaken(later, onePlaces) + takenByTops(mine, theirs, theirs, &lookup.thirds), high
}

func leastTaken(cards, hand set) int {
	if cards == 0 {
		return 0
	}
	return cards.thirds() + hand.cheapestThirds(cards.count())
}

// thirdsFromDrawing returns the fewest thirds that the leader wins by drawing all tarocks. A suit wins all its tricks if its
// tops exhaust the other side's cards.
func thirdsFromDrawing(mine, theirs set, tricks, left int) int {
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

// takenByTops returns what the top cards of suits win while the other side must follow. enemies also holds the other side's
// face-down cards.
func takenByTops(mine, theirs, enemies set, value *[places]uint8) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		t, all := theirs&suit, enemies&suit
		for tops := mine & suit & all.above(); tops != 0 && t != 0; t, all = t&(t-1), all&(all-1) {
			top := tops.highest()
			tops &^= 1 << top
			sum += int(value[top&63]) + int(value[all.lowest()&63])
		}
	}
	return sum
}
