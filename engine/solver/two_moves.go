package solver

// What is worth trying. Of equal cards it is one. Of cards with no card of the
// other side in between it is one, too, where the trick is sure to be taken or
// sure to be lost: the dearest of those that take it, the cheapest of those that
// don't. For they are as strong as each other, and whoever gets the one that is
// kept gets no more for it than by the other choice. Birds that have to wait for
// their tricks aren't among the cards.

const (
	pagatPlace uint64 = 1 << firstTarock
	mondPlace  uint64 = 1 << 62
	skusPlace  uint64 = 1 << 63

	plainTarocks = tarockPlaces &^ trullPlaces
)

// leads are the leads worth trying.
func (s *twoSearch) leads(mine, theirs uint64, tricks int) uint64 {
	mine = allowed(mine, s.kept, tricks)
	cards := s.zones.distinct(mine)
	var alone, leads uint64 // alone: of suits that the other side hasn't
	for at := 0; at < 32; at += 8 {
		m, t := mine&(0xff<<at), theirs&(0xff<<at)
		if t == 0 {
			alone |= m
			continue
		}
		winners, losers := m&placesAbove(t), m&placesBelow(t)
		leads |= cards & m &^ (winners | losers)
		leads |= losers&-losers | highestOf(winners)
	}
	return leads | aloneLead(alone, theirs) | tarockLeads(cards&tarockPlaces, theirs&tarockPlaces)
}

// aloneLead is the lead worth trying of suits that the other side hasn't: they
// are lost if it has tarocks, else they win.
func aloneLead(cards, theirs uint64) uint64 {
	switch {
	case cards == 0:
		return 0
	case theirs&tarockPlaces != 0:
		return 1 << cheapest(cards)
	default:
		return 1 << dearest(cards)
	}
}

// tarockLeads are the leads worth trying of distinct tarocks.
func tarockLeads(mine, theirs uint64) uint64 {
	if theirs == 0 {
		if honours := mine & trullPlaces; honours != 0 {
			return honours & -honours
		}
		return mine
	}
	sure := mine & placesAbove(theirs)
	mine = mine&^sure | highestOf(sure)
	if mine&placesBelow(theirs)&plainTarocks != 0 {
		mine &^= pagatPlace
	}
	return mine
}

// answers are the answers worth trying to the lead of the place's card: those
// that take the trick, and those that don't.
func (s *twoSearch) answers(mine, theirs uint64, led, tricks int) (winners, losers uint64) {
	legal := allowed(legalCards(theirs, led), s.kept, tricks)
	above := lookup.above[led&63]
	if legal&tarockPlaces != 0 {
		return tarockAnswers(mine&tarockPlaces, s.zones.distinct(legal), above)
	}
	return highOfRuns(legal&above, mine), lowOfRuns(legal&^above, mine)
}

// tarockAnswers are those of distinct tarocks. The other side's tarocks are
// those of the leader, a led one among them.
func tarockAnswers(leader, legal, above uint64) (winners, losers uint64) {
	winners, losers = legal&above, legal&^above
	if bottom := legal & plainTarocks & placesBelow(leader); bottom != 0 && legal&pagatPlace != 0 {
		if winners&pagatPlace != 0 {
			winners &^= bottom
		} else {
			losers &^= pagatPlace
		}
	}
	honour := legal & (mondPlace | skusPlace)
	honour &= -honour
	top := legal & plainTarocks & placesAbove(leader&plainTarocks)
	if honour == 0 || top == 0 || leader&mondPlace != 0 {
		return winners, losers
	}
	if winners&honour != 0 {
		winners &^= top
	} else {
		losers &^= honour
	}
	return winners, losers
}

// highOfRuns leaves the highest of each run of plain cards that no card of the
// other hand stands in.
func highOfRuns(cards, other uint64) uint64 {
	const down = suitPlaces &^ kingPlaces // where a card of the suit may come from above
	gaps := ^(cards | other) & down
	reach := cards
	reach |= reach >> 1 & gaps
	gaps &= gaps >> 1
	reach |= reach >> 2 & gaps
	gaps &= gaps >> 2
	reach |= reach >> 4 & gaps
	return cards &^ (reach >> 1 & down)
}

// lowOfRuns leaves the lowest of each run, and of suits that the other hand
// hasn't the cheapest card.
func lowOfRuns(cards, other uint64) uint64 {
	const up = suitPlaces &^ 0x01010101 // where a card of the suit may come from below
	gaps := ^(cards | other) & up
	reach := cards
	reach |= reach << 1 & gaps
	gaps &= gaps << 1
	reach |= reach << 2 & gaps
	gaps &= gaps << 2
	reach |= reach << 4 & gaps
	low := cards &^ (reach << 1 & up)
	if kings := emptySuits(other) &^ emptySuits(low); kings&(kings-1) != 0 {
		alone := low & (kings >> 7 * 0xff)
		low = low&^alone | 1<<cheapest(alone)
	}
	return low
}

// fromTheTop is the group of leads that is tried from the highest card down.
const fromTheTop = 4

// leadGroups puts leads into groups, the most promising first. The first group
// is left to a lead that is known to be good. Who has more tarocks draws the
// other side's; who has fewer, or as many, makes it spend them on suits that it
// hasn't.
func leadGroups(mine, theirs, leads uint64) [7]uint64 {
	theirTarocks := theirs & tarockPlaces
	sure := leads & tarockPlaces & placesAbove(theirTarocks)
	var alone, tops uint64
	for at := 0; at < 32; at += 8 {
		m, t := leads&(0xff<<at), theirs&(0xff<<at)
		if t == 0 {
			alone |= m
		} else {
			tops |= m & placesAbove(t)
		}
	}
	low := leads & suitPlaces &^ (alone | tops)
	tarocks := leads & plainTarocks &^ sure
	honours := leads & trullPlaces &^ sure
	switch more := tarocksIn(mine) - tarocksIn(theirs); {
	case theirTarocks == 0:
		return [7]uint64{0, alone | sure, tops, low}
	case more > 0:
		return [7]uint64{0, sure, tops, low, tarocks, alone, honours}
	case more == 0:
		return [7]uint64{0, sure | alone&pipPlaces, tops, low | alone&^pipPlaces, tarocks, honours}
	default:
		return [7]uint64{0, alone, low, tops, tarocks | sure, honours}
	}
}
