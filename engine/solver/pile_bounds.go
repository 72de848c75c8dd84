package solver

func (f *pileLayout) bounds(p *pileNode) (low, high int) {
	mine, theirs := p.sides()
	mineLater, theirsLater := p.hidden&f.cards[p.lead&1], p.hidden&f.cards[p.follower()]
	sure := mine & tarockPlaces & ((theirs | theirsLater) & tarockPlaces).above()
	theirSure := theirs & tarockPlaces & ((mine | mineLater) & tarockPlaces).above()
	low = f.count(sure) + takenByTops(mine, theirs, theirs|theirsLater, &f.value)
	return low, p.left - f.count(theirSure)
}
