package solver

// leads returns the leads worth trying. Of equal cards it tries one. Of cards with no enemy card between them it tries
// the dearest if the trick is surely won, the cheapest if it is surely lost. These cards are equally strong, and the
// card that stays in the hand earns no more than the other would.
func (s *twoSearch) leads(mine, theirs set, tricks int) set {
	mine = allowed(mine, s.kept, tricks)
	cards := s.zones.distinct(mine)
	var alone, leads set // of suits that the other side lacks
	for at := 0; at < suitsEnd; at += suitSize {
		m, t := mine&(firstSuit<<at), theirs&(firstSuit<<at)
		if t == 0 {
			alone |= m
			continue
		}
		winners, losers := m&t.above(), m&t.below()
		leads |= cards & m &^ (winners | losers)
		leads |= losers&-losers | winners.highestCard()
	}
	return leads | aloneLead(alone, theirs) | tarockLeads(cards&tarockPlaces, theirs&tarockPlaces)
}

func tarockLeads(mine, theirs set) set {
	if theirs == 0 {
		if honours := mine & trullPlaces; honours != 0 {
			return honours & -honours
		}
		return mine
	}
	sure := mine & theirs.above()
	mine = mine&^sure | sure.highestCard()
	if mine&theirs.below()&plainTarocks != 0 {
		mine &^= pagatBit
	}
	return mine
}

// answers returns the answers worth trying: cards that win the trick, and the others.
func (s *twoSearch) answers(mine, theirs set, led, tricks int) (winners, losers set) {
	legal := allowed(legalCards(theirs, led), s.kept, tricks)
	above := lookup.above[led&63]
	if legal&tarockPlaces != 0 {
		return tarockAnswers(mine&tarockPlaces, s.zones.distinct(legal), above)
	}
	return highestOfRuns(legal&above, mine), lowestOfRuns(legal&^above, mine)
}

func tarockAnswers(leader, legal, above set) (winners, losers set) {
	bottom, top, honour := equalTarocks(legal, leader)
	winners, losers = legal&above, legal&^above
	if winners&pagatBit != 0 {
		winners &^= bottom
	} else if bottom != 0 {
		losers &^= pagatBit
	}
	if winners&honour != 0 {
		winners &^= top
	} else if top != 0 {
		losers &^= honour
	}
	return winners, losers
}
