package solver

import "math/bits"

// evaluate estimates the value of a position for the side that leads, in thirds:
// a sum of weighted terms. Who has more tarocks decides so much that there are
// weights for more, for as many and for fewer.
func evaluate(mine, theirs uint64, left int) int {
	sum := 0
	row := &twoWeights[weightRow(mine, theirs)]
	for i, term := range features(mine, theirs, left) {
		sum += int(row[i]) * int(term)
	}
	return min(max(sum>>weightBits, 0), left)
}

// weightRow is the row of weights for the position.
func weightRow(mine, theirs uint64) int {
	switch more := tarocksIn(mine) - tarocksIn(theirs); {
	case more > 0:
		return 0
	case more == 0:
		return 1
	default:
		return 2
	}
}

const featureCount = 23

// terms are what is weighed.
func features(mine, theirs uint64, left int) [featureCount]int32 {
	myTarocks, theirTarocks := mine&tarockPlaces, theirs&tarockPlaces
	a, b := suitFeaturesOf(mine, theirs), suitFeaturesOf(theirs, mine)
	return [featureCount]int32{
		1, int32(left),
		int32(tarocksIn(mine) - tarocksIn(theirs)), int32(tarocksIn(mine) + tarocksIn(theirs)),
		int32(bits.OnesCount64(myTarocks & placesAbove(theirTarocks))), int32(bits.OnesCount64(theirTarocks & placesAbove(myTarocks))),
		has(mine, pagatPlace), has(theirs, pagatPlace),
		has(mine, mondPlace), has(theirs, mondPlace), has(mine, skusPlace), has(theirs, skusPlace),
		a.thirds, b.thirds, a.aloneThirds, b.aloneThirds, a.alone, b.alone,
		a.topThirds, b.topThirds, a.tops, b.tops,
		pairsAbove(myTarocks, theirTarocks),
	}
}

// suitFeatures are the terms of a hand's plain cards.
type suitFeatures struct {
	thirds, aloneThirds, topThirds int32 // of all, of suits that the other side hasn't, of cards above all of its suit
	alone, tops                    int32 // how many those are
}

func suitFeaturesOf(hand, other uint64) (t suitFeatures) {
	for at := 0; at < suitsEnd; at += suitSize {
		h, o := hand&(firstSuit<<at), other&(firstSuit<<at)
		thirds := int32(thirdsOf(h))
		t.thirds += thirds
		if o == 0 {
			t.aloneThirds += thirds
			t.alone += int32(bits.OnesCount64(h))
			continue
		}
		tops := h & placesAbove(o)
		t.topThirds += int32(thirdsOf(tops))
		t.tops += int32(bits.OnesCount64(tops))
	}
	return t
}

// weights are in thirds / 1024. They are made anew by
//
//	go test ./engine/solver -run TestFit -v -fit 30000
var twoWeights = [3][featureCount]int32{
	{17259, 599, 4853, -3306, -216, -408, 6050, -1719, 6186, -7631, 5508, -8105, 35, 396, -57, -8, 1968, -122, 388, -1159, 742, 2311, 533},
	{5630, 485, 0, -1144, 4520, -1063, 6083, -5864, 4275, -5556, 3908, -2738, -83, 414, -299, 124, 2637, -1296, 719, -802, -760, 374, 103},
	{7569, 453, 4439, -62, 626, -710, 2437, -5943, 7983, -5570, 6921, -5746, -440, -13, 18, 108, 346, -2002, 1195, -449, -2570, -485, 337},
}
