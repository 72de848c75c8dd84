package solver

import "math/bits"

// bounds returns the least and the most that the declarer gets, without a search.
func (p *threeNode) bounds() (low, high int) {
	i := int(p.declarer)
	mine, b, c := p.hands[i], p.hands[(i+1)%3], p.hands[(i+2)%3]
	tarocks, bTarocks, cTarocks := mine&tarockPlaces, b&tarockPlaces, c&tarockPlaces
	high = p.left - (sureThirds(bTarocks&placesAbove(tarocks), cTarocks&placesAbove(tarocks), mine)+2)/3
	sure := tarocks & placesAbove(bTarocks|cTarocks)
	n := bits.OnesCount64(sure)
	if i == 0 && n >= max(bits.OnesCount64(bTarocks), bits.OnesCount64(cTarocks)) {
		return p.drawnByThree(), high
	}
	thirds := thirdsOf(sure) + cheapestOf(b, n) + cheapestOf(c, n)
	if i == 0 {
		thirds = max(thirds, thirdsOf(sure)+2*n+cashedByThree(mine, b, c))
	}
	return (thirds + 2) / 3, high
}

// sureThirds returns the least thirds that the defenders take with tarocks b and c that
// are above all of the declarer's.
func sureThirds(b, c, declarer uint64) int {
	if b|c == 0 {
		return 0
	}
	nb, nc := bits.OnesCount64(b), bits.OnesCount64(c)
	n := max(nb, nc)
	return thirdsOf(b|c) + cheapestOf(declarer, n) + 2*n - nb - nc
}

// drawnByThree returns the least that a leading declarer gets by drawing all tarocks of
// the defenders with sure ones.
func (p *threeNode) drawnByThree() int {
	mine, b, c := p.hands[0], p.hands[1], p.hands[2]
	winners := mine & tarockPlaces
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		m, others := mine&suit, (b|c)&suit
		tops := m & placesAbove(others)
		if bits.OnesCount64(tops) >= max(bits.OnesCount64(b&suit), bits.OnesCount64(c&suit)) {
			tops = m
		}
		winners |= tops
	}
	n := bits.OnesCount64(winners)
	if n == int(p.tricks) {
		return p.left
	}
	return (thirdsOf(winners) + drawnFrom(b, n) + drawnFrom(c, n) + 2) / 3
}

// drawnFrom returns the least thirds that n cards of the hand count if its tarocks are
// among them.
func drawnFrom(hand uint64, n int) int {
	tarocks := hand & tarockPlaces
	return thirdsOf(tarocks) + cheapestOf(hand&suitPlaces, n-bits.OnesCount64(tarocks))
}

// cashedByThree returns the thirds that the tops of a leading declarer's suits take as
// long as both defenders must follow.
func cashedByThree(mine, b, c uint64) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		sb, sc := b&suit, c&suit
		for tops := mine & suit & placesAbove(sb|sc); tops != 0 && sb != 0 && sc != 0; sb, sc = sb&(sb-1), sc&(sc-1) {
			top := highest(tops)
			tops &^= 1 << top
			sum += int(lookup.thirds[top&63]) + int(lookup.thirds[lowest(sb)&63]) + int(lookup.thirds[lowest(sc)&63])
		}
	}
	return sum
}
