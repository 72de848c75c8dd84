package solver

import "math/bits"

// bounds are what the declarer gets at least and at most, without a search.
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

// sureThirds is what defenders' tricks count at least who hold these tarocks
// above all of the declarer's.
func sureThirds(b, c, declarer uint64) int {
	if b|c == 0 {
		return 0
	}
	nb, nc := bits.OnesCount64(b), bits.OnesCount64(c)
	n := max(nb, nc)
	return thirdsOf(b|c) + cheapestOf(declarer, n) + 2*n - nb - nc
}

// drawn is what the leading declarer gets at least who draws all of the
// defenders' tarocks with sure ones.
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

// drawnFrom is what n cards of the hand count at least, its tarocks among them.
func drawnFrom(hand uint64, n int) int {
	tarocks := hand & tarockPlaces
	return thirdsOf(tarocks) + cheapestOf(hand&suitPlaces, n-bits.OnesCount64(tarocks))
}

// cashedByThree is what the tops of the leading declarer's suits take as long as
// both defenders have to follow.
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
