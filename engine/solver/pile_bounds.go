package solver

// bounds returns the least and the most that the leader gets, without a search.
func (f *pileLayout) bounds(p *pileNode) (low, high int) {
	mine, theirs := p.sides()
	mineLater, theirsLater := p.hidden&f.cards[p.lead&1], p.hidden&f.cards[p.follower()]
	sure := mine & tarockPlaces & ((theirs | theirsLater) & tarockPlaces).above()
	theirSure := theirs & tarockPlaces & ((mine | mineLater) & tarockPlaces).above()
	low = f.count(sure) + f.cashedWithPiles(mine, theirs, theirs|theirsLater)
	return low, p.left - f.count(theirSure)
}

// cashedWithPiles returns what the tops of suits take as long as the other side must
// follow. enemies also holds the other side's cards face down.
func (f *pileLayout) cashedWithPiles(mine, theirs, enemies set) (sum int) {
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		t, all := theirs&suit, enemies&suit
		for tops := mine & suit & all.above(); tops != 0 && t != 0; t, all = t&(t-1), all&(all-1) {
			top := tops.highest()
			tops &^= 1 << top
			sum += int(f.value[top&63]) + int(f.value[all.lowest()&63])
		}
	}
	return sum
}
