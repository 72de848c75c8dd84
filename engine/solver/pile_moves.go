package solver

// leads returns the leads worth trying. It includes every top with cards below, because playing it uncovers another
// card.
func (f *pileLayout) leads(p *pileNode) set {
	mine, theirs := p.sides()
	enemies := theirs | p.hidden&f.cards[p.follower()]
	leads := f.coveringTops(p, p.lead)
	free := mine &^ leads
	leads |= f.leadsOf(free&tarockPlaces, theirs&tarockPlaces, enemies)
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		m, t := free&suit, theirs&suit
		switch {
		case m == 0:
		case t != 0:
			leads |= f.leadsOf(m, t, enemies)
		case theirs&tarockPlaces != 0:
			leads |= lowestOfRuns(m, enemies)
		default:
			leads |= highestOfRuns(m, enemies)
		}
	}
	return leads
}

func (f *pileLayout) leadsOf(cards, theirs, enemies set) set {
	z := &f.zones
	if theirs == 0 {
		return z.worthTrying(cards, enemies, trickWon)
	}
	winners, losers := cards&theirs.above(), cards&theirs.below()
	return z.worthTrying(winners, enemies, trickWon) | z.worthTrying(losers, enemies, trickLost) |
		z.distinct(cards&^(winners|losers))
}

func (f *pileLayout) answers(p *pileNode, led int) (winners, losers set) {
	mine, theirs := p.sides()
	legal := legalCards(theirs, led)
	tops := f.coveringTops(p, p.follower()) & legal
	free, above := legal&^tops, lookup.above[led&63]
	enemies := mine&^(1<<led) | p.hidden&f.cards[p.lead&1]
	z := &f.zones
	winners = z.worthTrying(free&above, enemies, trickWon) | tops&above
	losers = z.worthTrying(free&^above, enemies, trickLost) | tops&^above
	return winners, losers
}
