package solver

// forecast is whose the trick is to be that a card is played to.
type forecast int

const (
	trickUnknown forecast = iota
	trickWon
	trickLost
)

// worthTrying leaves of plain cards or of tarocks those worth trying, if the
// forecast for all of them is the same. others are the other hands.
func (z *zones) worthTrying(cards, others uint64, f forecast) uint64 {
	if cards&(cards-1) == 0 {
		return cards
	}
	if cards&tarockPlaces != 0 {
		cards = z.distinct(cards)
		switch f {
		case trickWon:
			return dearTarocks(cards, others&tarockPlaces)
		case trickLost:
			return cheapTarocks(cards, others&tarockPlaces)
		}
		return cards
	}
	switch f {
	case trickWon:
		return highOfRuns(cards, others)
	case trickLost:
		return lowOfRuns(cards, others)
	}
	return z.distinct(cards)
}

// dearTarocks leaves the dearest of tarocks that are as strong as each other.
func dearTarocks(cards, others uint64) uint64 {
	bottom, top, honour := equalTarocks(cards, others)
	if cards&pagatPlace != 0 {
		cards &^= bottom
	}
	if honour != 0 {
		cards &^= top
	}
	return cards
}

// cheapTarocks leaves the cheapest of them.
func cheapTarocks(cards, others uint64) uint64 {
	bottom, top, honour := equalTarocks(cards, others)
	if bottom != 0 {
		cards &^= pagatPlace
	}
	if top != 0 {
		cards &^= honour
	}
	return cards
}

// equalTarocks are the plain tarocks that are as strong as the Pagat, those that
// are as strong as the lowest honour above them, and that honour.
func equalTarocks(cards, others uint64) (bottom, top, honour uint64) {
	bottom = cards & plainTarocks & placesBelow(others)
	honour = cards & (mondPlace | skusPlace)
	honour &= -honour
	if others&mondPlace == 0 {
		top = cards & plainTarocks & placesAbove(others&plainTarocks)
	}
	return bottom, top, honour
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
	const up = suitPlaces &^ lowestPips // where a card of the suit may come from below
	gaps := ^(cards | other) & up
	reach := cards
	reach |= reach << 1 & gaps
	gaps &= gaps << 1
	reach |= reach << 2 & gaps
	gaps &= gaps << 2
	reach |= reach << 4 & gaps
	low := cards &^ (reach << 1 & up)
	if kings := emptySuits(other) &^ emptySuits(low); kings&(kings-1) != 0 {
		alone := low & (kings >> 7 * firstSuit)
		low = low&^alone | 1<<cheapest(alone)
	}
	return low
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
	for at := 0; at < suitsEnd; at += suitSize {
		m, t := leads&(firstSuit<<at), theirs&(firstSuit<<at)
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
