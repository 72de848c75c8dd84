package solver

const weightBits = 10

// evaluate estimates the leader's thirds as a weighted sum of features. The weights depend on whether the leader has
// more, as many or fewer tarocks.
func evaluate(mine, theirs set, left int) int {
	sum := 0
	row := &twoWeights[weightRow(mine, theirs)]
	for i, term := range features(mine, theirs, left) {
		sum += int(row[i]) * int(term)
	}
	return min(max(sum>>weightBits, 0), left)
}

func weightRow(mine, theirs set) int {
	return 1 + min(max(theirs.tarockCount()-mine.tarockCount(), -1), 1)
}

const featureCount = 23

func features(mine, theirs set, left int) [featureCount]int32 {
	myTarocks, theirTarocks := mine&tarockPlaces, theirs&tarockPlaces
	a, b := suitFeaturesOf(mine, theirs), suitFeaturesOf(theirs, mine)
	return [featureCount]int32{
		1, int32(left),
		int32(mine.tarockCount() - theirs.tarockCount()),
		int32(mine.tarockCount() + theirs.tarockCount()),
		int32((myTarocks & theirTarocks.above()).count()),
		int32((theirTarocks & myTarocks.above()).count()),
		mine.has(pagatBit), theirs.has(pagatBit),
		mine.has(mondBit), theirs.has(mondBit),
		mine.has(skusBit), theirs.has(skusBit),
		a.thirds, b.thirds,
		a.aloneThirds, b.aloneThirds, a.alone, b.alone,
		a.topThirds, b.topThirds, a.tops, b.tops,
		pairsAbove(myTarocks, theirTarocks),
	}
}

// suitFeatures describes a hand's plain cards. A card is alone if the other side lacks its suit. Otherwise it is a top
// if it is above all of the other side's.
type suitFeatures struct {
	thirds, aloneThirds, topThirds int32
	alone, tops                    int32
}

func suitFeaturesOf(hand, other set) (t suitFeatures) {
	for at := 0; at < suitsEnd; at += suitSize {
		h, o := hand&(firstSuit<<at), other&(firstSuit<<at)
		thirds := int32(h.thirds())
		t.thirds += thirds
		if o == 0 {
			t.aloneThirds += thirds
			t.alone += int32(h.count())
			continue
		}
		tops := h & o.above()
		t.topThirds += int32(tops.thirds())
		t.tops += int32(tops.count())
	}
	return t
}

// twoWeights are in thirds / 1024. To make new ones, run
//
//	go test ./engine/solver -run TestFit -v -fit 30000
var twoWeights = [3][featureCount]int32{
	{
		17259, 599, 4853, -3306, -216, -408, 6050, -1719, 6186, -7631, 5508, -8105,
		35, 396, -57, -8, 1968, -122, 388, -1159, 742, 2311, 533,
	},
	{
		5630, 485, 0, -1144, 4520, -1063, 6083, -5864, 4275, -5556, 3908, -2738,
		-83, 414, -299, 124, 2637, -1296, 719, -802, -760, 374, 103,
	},
	{
		7569, 453, 4439, -62, 626, -710, 2437, -5943, 7983, -5570, 6921, -5746,
		-440, -13, 18, 108, 346, -2002, 1195, -449, -2570, -485, 337,
	},
}
