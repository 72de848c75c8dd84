package solver

type forecast int

const (
	trickUnknown forecast = iota
	trickWon
	trickLost
)

// worthTrying returns the cards worth trying. Cards without another hand's card between them are equally strong: only the
// dearest is tried if the trick is surely won, only the cheapest if it is surely lost. If the result is open, one of
// equal cards is tried.
func (z *zones) worthTrying(cards, others set, f forecast) set {
	if cards&(cards-1) == 0 {
		return cards
	}
	plain := cards&tarockPlaces == 0
	switch {
	case f == trickUnknown:
		return z.distinct(cards)
	case plain && f == trickWon:
		return highestOfRuns(cards, others)
	case plain:
		return lowestOfRuns(cards, others)
	case f == trickWon:
		return dearTarocks(z.distinct(cards), others&tarockPlaces)
	default:
		return cheapTarocks(z.distinct(cards), others&tarockPlaces)
	}
}

func dearTarocks(cards, others set) set {
	bottom, top, honour := equalTarocks(cards, others)
	if cards&pagatBit != 0 {
		cards &^= bottom
	}
	if honour != 0 {
		cards &^= top
	}
	return cards
}

func cheapTarocks(cards, others set) set {
	bottom, top, honour := equalTarocks(cards, others)
	if bottom != 0 {
		cards &^= pagatBit
	}
	if top != 0 {
		cards &^= honour
	}
	return cards
}

// equalTarocks finds equally strong tarocks of different worth. bottom holds the plain tarocks equal to the Pagat, and
// top those equal to honour.
func equalTarocks(cards, others set) (bottom, top, honour set) {
	bottom = cards & plainTarocks & others.below()
	honour = cards & (mondBit | skusBit)
	honour &= -honour
	if others&mondBit == 0 {
		top = cards & plainTarocks & (others & plainTarocks).above()
	}
	return bottom, top, honour
}

// highestOfRuns returns the highest of each run of plain cards. A run has no card of the other hand inside.
func highestOfRuns(cards, other set) set {
	const down = suitPlaces &^ kingPlaces // without kings, so that shifting a card stays in its suit
	gaps := ^(cards | other) & down
	reach := cards
	reach |= reach >> 1 & gaps
	gaps &= gaps >> 1
	reach |= reach >> 2 & gaps
	gaps &= gaps >> 2
	reach |= reach >> 4 & gaps
	return cards &^ (reach >> 1 & down)
}

// lowestOfRuns returns the lowest of each run. Of all suits that the other hand lacks, it returns only the cheapest card.
func lowestOfRuns(cards, other set) set {
	const up = suitPlaces &^ lowestPips // without lowest pips, so that shifting a card stays in its suit
	gaps := ^(cards | other) & up
	reach := cards
	reach |= reach << 1 & gaps
	gaps &= gaps << 1
	reach |= reach << 2 & gaps
	gaps &= gaps << 2
	reach |= reach << 4 & gaps
	low := cards &^ (reach << 1 & up)
	if kings := other.emptySuits() &^ low.emptySuits(); kings&(kings-1) != 0 {
		alone := low & (kings >> kingRow * firstSuit)
		low = low&^alone | 1<<alone.cheapest()
	}
	return low
}

// aloneLead returns the lead to try among cards of suits that the other side lacks.
func aloneLead(cards, theirs set) set {
	switch {
	case cards == 0:
		return 0
	case theirs&tarockPlaces != 0:
		return 1 << cards.cheapest()
	default:
		return 1 << cards.dearest()
	}
}

// leadOrder groups leads. The side with more tarocks draws the other side's; the other side leads suits that must be
// trumped.
func leadOrder(mine, theirs, leads set) order {
	theirTarocks := theirs & tarockPlaces
	sure := leads & tarockPlaces & theirTarocks.above()
	var alone, tops set
	for at := 0; at < suitsEnd; at += suitSize {
		m, t := leads&(firstSuit<<at), theirs&(firstSuit<<at)
		if t == 0 {
			alone |= m
		} else {
			tops |= m & t.above()
		}
	}
	low := leads & suitPlaces &^ (alone | tops)
	tarocks := leads & plainTarocks &^ sure
	honours := leads & trullPlaces &^ sure
	switch more := mine.tarockCount() - theirs.tarockCount(); {
	case theirTarocks == 0:
		return order{groups: [7]set{1: alone | sure, tops, low}}
	case more > 0:
		return order{groups: [7]set{1: sure, tops, low, tarocks, alone, honours}, fromTop: 4}
	case more == 0:
		return order{groups: [7]set{1: sure | alone&pipPlaces, tops, low | alone&^pipPlaces, tarocks, honours}, fromTop: 4}
	default:
		return order{groups: [7]set{1: alone, low, tops, tarocks | sure, honours}, fromTop: 4}
	}
}

// order is a queue of groups of cards, the most promising first. Each begins with its cheapest card, the group fromTop
// with its highest.
type order struct {
	groups  [7]set // the hash move is in group 0
	fromTop int
	current int
	tried   set
}

func (o *order) tryFirst(c set) { o.groups[0] = c }

func (o *order) next() (at int, ok bool) {
	for ; o.current < len(o.groups); o.current++ {
		group := o.groups[o.current] &^ o.tried
		if group == 0 {
			continue
		}
		at = group.cheapest()
		if o.current == o.fromTop {
			at = group.highest()
		}
		o.tried |= 1 << at
		return at, true
	}
	return 0, false
}
