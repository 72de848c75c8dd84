package solver

// forecast says which side will take the trick that a card is played to.
type forecast int

const (
	trickUnknown forecast = iota
	trickWon
	trickLost
)

// worthTrying returns the cards worth trying of plain cards or of tarocks with one
// forecast. Of cards with no other hand's card between them one is enough: the dearest
// if the trick is surely won, the cheapest if it is surely lost. Otherwise one of equal
// cards is. others holds the cards of the other hands.
func (z *zones) worthTrying(cards, others uint64, f forecast) uint64 {
	if cards&(cards-1) == 0 {
		return cards
	}
	plain := cards&tarockPlaces == 0
	switch {
	case f == trickUnknown:
		return z.distinct(cards)
	case plain && f == trickWon:
		return highOfRuns(cards, others)
	case plain:
		return lowOfRuns(cards, others)
	case f == trickWon:
		return dearTarocks(z.distinct(cards), others&tarockPlaces)
	default:
		return cheapTarocks(z.distinct(cards), others&tarockPlaces)
	}
}

// dearTarocks leaves the dearest of tarocks that are equally strong.
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

// cheapTarocks leaves the cheapest of tarocks that are equally strong.
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

// equalTarocks finds equally strong tarocks of different worth: bottom are the plain
// tarocks as strong as the Pagat, honour is the lowest honour above plain tarocks, and
// top are the plain tarocks as strong as that honour.
func equalTarocks(cards, others uint64) (bottom, top, honour uint64) {
	bottom = cards & plainTarocks & placesBelow(others)
	honour = cards & (mondPlace | skusPlace)
	honour &= -honour
	if others&mondPlace == 0 {
		top = cards & plainTarocks & placesAbove(others&plainTarocks)
	}
	return bottom, top, honour
}

// highOfRuns leaves the highest of each run of plain cards. A run has no card of the
// other hand inside.
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

// lowOfRuns leaves the lowest of each run of plain cards, and the cheapest one of all
// suits that the other hand lacks.
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
		alone := low & (kings >> kingRow * firstSuit)
		low = low&^alone | 1<<cheapest(alone)
	}
	return low
}

// aloneLead returns the one lead worth trying of suits that the other side lacks. Such
// leads are lost if the other side has tarocks, and win otherwise.
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

// fromTheTop is the index of the group that leadGroups orders from the highest card
// down; the other groups begin with the cheapest.
const fromTheTop = 4

// leadGroups puts leads into groups, the most promising first. The first group is left
// for the hash move. The side with more tarocks draws the other side's; a side with
// fewer, or as many, leads suits that the other side must trump.
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

// order is a queue of the cards worth trying, the most promising group first. The first
// group is left for the hash move. Within a group the cheapest card comes first, in the
// group fromTop the highest.
type order struct {
	groups  [7]uint64
	fromTop int // the group that begins with its highest card
	current int // the group that is tried
	tried   uint64
}

// next returns the place of the next card. ok is false after the last.
func (o *order) next() (at int, ok bool) {
	for ; o.current < len(o.groups); o.current++ {
		group := o.groups[o.current] &^ o.tried
		if group == 0 {
			continue
		}
		at = cheapest(group)
		if o.current == o.fromTop {
			at = highest(group)
		}
		o.tried |= 1 << at
		return at, true
	}
	return 0, false
}
