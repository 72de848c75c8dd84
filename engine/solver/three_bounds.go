package solver

func (p *threeNode) bounds() (low, high int) {
	i := int(p.declarer)
	mine, b, c := p.hands[i], p.hands[(i+1)%3], p.hands[(i+2)%3]
	tarocks, bTarocks, cTarocks := mine&tarockPlaces, b&tarockPlaces, c&tarockPlaces
	high = p.left - (sureThirds(bTarocks&tarocks.above(), cTarocks&tarocks.above(), mine)+2)/3
	sure := tarocks & (bTarocks | cTarocks).above()
	n := sure.count()
	if i == 0 && n >= max(bTarocks.count(), cTarocks.count()) {
		return p.pointsFromDrawing(), high
	}
	thirds := sure.thirds() + b.cheapestThirds(n) + c.cheapestThirds(n)
	if i == 0 {
		thirds = max(thirds, sure.thirds()+2*n+thirdsFromTops(mine, b, c))
	}
	return (thirds + 2) / 3, high
}

// sureThirds returns the fewest thirds that the defenders win with b and c, their tarocks above all the declarer's.
func sureThirds(b, c, declarer set) int {
	if b|c == 0 {
		return 0
	}
	nb, nc := b.count(), c.count()
	n := max(nb, nc)
	return (b | c).thirds() + declarer.cheapestThirds(n) + 2*n - nb - nc
}

// pointsFromDrawing returns the fewest points that a leading declarer wins by drawing all other tarocks.
func (p *threeNode) pointsFromDrawing() int {
	mine, b, c := p.hands[0], p.hands[1], p.hands[2]
	winners := mine & tarockPlaces
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		m, others := mine&suit, (b|c)&suit
		tops := m & others.above()
		if tops.count() >= max((b&suit).count(), (c&suit).count()) {
			tops = m
		}
		winners |= tops
	}
	n := winners.count()
	if n == int(p.tricks) {
		return p.left
	}
	return (winners.thirds() + drawnFrom(b, n) + drawnFrom(c, n) + 2) / 3
}

func drawnFrom(hand set, n int) int {
	tarocks := hand & tarockPlaces
	return tarocks.thirds() + (hand & suitPlaces).cheapestThirds(n-tarocks.count())
}

// thirdsFromTops returns what a leading declarer wins with the top cards of suits while both defenders must follow.
func thirdsFromTops(mine, b, c set) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		sb, sc := b&suit, c&suit
		for tops := mine & suit & (sb | sc).above(); tops != 0 && sb != 0 && sc != 0; sb, sc = sb&(sb-1), sc&(sc-1) {
			top := tops.highest()
			tops &^= 1 << top
			sum += int(lookup.thirds[top&63]) + int(lookup.thirds[sb.lowest()&63]) + int(lookup.thirds[sc.lowest()&63])
		}
	}
	return sum
}
