package solver

const threeFeatureCount = 12

func (p *threeNode) evaluate() int {
	sum := 0
	row := &threeWeights[p.declarer]
	for i, term := range p.features() {
		sum += int(row[i]) * int(term)
	}
	return min(max(sum>>weightBits, 0), p.left)
}

func (p *threeNode) features() (t [threeFeatureCount]int32) {
	i := int(p.declarer)
	mine, b, c := p.hands[i], p.hands[(i+1)%3], p.hands[(i+2)%3]
	others := b | c
	tarocks, enemies := mine&tarockPlaces, others&tarockPlaces
	var tops, alone int32
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		switch o := others & suit; {
		case o == 0:
			alone += int32((mine & suit).count())
		case b&suit != 0 && c&suit != 0:
			tops += int32((mine & suit & o.above()).thirds())
		}
	}
	return [threeFeatureCount]int32{
		1, int32(p.left), int32(p.tricks),
		int32(mine.tarockCount()), int32(max(b.tarockCount(), c.tarockCount())), int32(others.tarockCount()),
		// the declarer's tarocks that can't be beaten, and pairs above a defender's tarock
		int32((tarocks & enemies.above()).count()), pairsAbove(tarocks, enemies),
		int32((mine & trullPlaces).thirds()), int32((mine & suitPlaces).thirds()),
		tops, alone,
	}
}

// threeWeights are in points / 1024, by the declarer's place from the leader. To make new ones, run
//
//	go test ./engine/solver -run TestTrioFit -v -fit 10000
var threeWeights = [3][threeFeatureCount]int32{
	{3023, 297, -1015, 3038, -1775, -2001, 257, 438, 306, 280, 201, 1457},
	{2283, 277, -1393, 3765, -2084, -1969, 598, 452, 264, 219, 275, 1751},
	{1874, 280, -1202, 3355, -1623, -2211, 731, 486, 279, 218, 291, 1671},
}
