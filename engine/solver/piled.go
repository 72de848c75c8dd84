package solver

import "tarockbot/engine/card"

// With piles in front of both seats the search is as with two hands, but that
// cards come to the hands. A hand here is all that the seat may play: open tops are
// among it. Cards of the piles keep their places, so that what still lies face down
// tells how far each pile has been uncovered.

const (
	pileSeats = 2
	pileCount = 3  // in front of a seat
	pileMost  = 27 // cards in a pile: all that a seat can have
)

// toHand are the cards that go to the hand when they are turned up.
const toHand = tarockPlaces | kingPlaces

// frame is the piles that the memory serves: those of the position it was made
// for. Positions that come of it, or of part of it, are searched in it.
type frame struct {
	piles [pileSeats * pileCount]framePile
	of    [places]int8      // the pile of a card, counted from 1
	cards [pileSeats]uint64 // the places of all cards of the seat's piles
	zones zones
	value [places]uint8 // what a place's card counts, in units
	faces bool
}

// framePile is a pile: the places of its cards from the top.
type framePile struct {
	at [pileMost]int8
	n  int8
}

// piled is a position at the start of a trick.
type piled struct {
	hands  [pileSeats]uint64 // by seat
	hidden uint64            // what lies face down
	top    [pileSeats * pileCount]int8
	lead   int8
	tricks int8
	left   int // units
}

// leadPiled searches a position at the start of a trick. Values are the leader's.
func (s *Solver) leadPiled(p *piled, goal int) int {
	if goal <= 0 {
		return 0
	}
	if goal > p.left {
		return p.left
	}
	if p.hidden == 0 && !s.frame.faces {
		return s.leadPlain(p, goal)
	}
	mine, theirs := p.hands[p.lead&1], p.hands[1-p.lead&1]
	if p.tricks == 1 {
		return lastTrick(mine, theirs, p.left)
	}
	if p.tricks < storedTricks {
		f := found{high: p.left}
		return s.searchPiled(p, goal, &f)
	}
	lead, other := mine|p.hidden, theirs|p.hidden|uint64(p.lead)<<leadTag
	h := s.table.hash(lead, other)
	f := s.table.find(h, lead, other, p.left)
	if f.low >= goal {
		return f.low
	}
	if f.high < goal {
		return f.high
	}
	best := s.searchPiled(p, goal, &f)
	if s.err == nil {
		s.table.put(h, lead, other, f)
	}
	return best
}

// leadPlain goes on without piles: then the places of all cards move down.
func (s *Solver) leadPlain(p *piled, goal int) int {
	mine, theirs := p.hands[p.lead&1], p.hands[1-p.lead&1]
	for gone := cardPlaces &^ (mine | theirs) & movers; gone != 0; {
		at := highest(gone)
		gone &^= 1 << at
		mine, theirs = freeZones.without(mine, at), freeZones.without(theirs, at)
	}
	return s.lead(mine, theirs, int(p.tricks), p.left, goal)
}

// movers are the places whose cards make others move down when they leave.
const movers = 1<<63 - 1<<(firstTarock+1) | pipPlaces

// searchPiled plays the trick, and notes in f what it finds out.
func (s *Solver) searchPiled(p *piled, goal int, f *found) int {
	low, high := s.piledBounds(p)
	f.low, f.high = max(f.low, low), min(f.high, high)
	if f.low >= goal {
		return f.low
	}
	if f.high < goal {
		return f.high
	}
	if s.nodes >= s.pause && s.halted() {
		return f.low
	}
	best, move := s.bestPiled(p, goal, f.move)
	if best = min(max(best, f.low), f.high); best >= goal {
		f.low, f.move = best, move
	} else {
		f.high = best
	}
	return best
}

// bestPiled tries leads until one reaches the goal. Its number among them, from
// 1, is the move; first is such a number, of the lead to begin with, or 0.
func (s *Solver) bestPiled(p *piled, goal, first int) (best, move int) {
	leads := s.piledLeads(p)
	groups := leadGroups(p.hands[p.lead&1], p.hands[1-p.lead&1], leads)
	if first > 0 {
		groups[0] = numbered(leads, first)
	}
	best = -1
	for i, group := range groups {
		if i > 0 {
			group &^= groups[0]
		}
		for group != 0 {
			at := cheapest(group)
			if i == fromTheTop {
				at = highest(group)
			}
			group &^= 1 << at
			s.nodes++
			if v := s.answerPiled(p, at, goal); v > best {
				if best = v; v >= goal {
					return best, s.number(leads, at)
				}
			}
		}
	}
	return best, 0
}

// answerPiled searches the answers to the lead of the place's card.
func (s *Solver) answerPiled(p *piled, led, goal int) int {
	winners, losers := s.piledAnswers(p, led)
	best := p.left + 1
	for cards := winners; cards|losers != 0; {
		if cards == 0 {
			cards, losers = losers, 0
		}
		at := cheapest(cards)
		cards &^= 1 << at
		s.nodes++
		if v := s.trickPiled(p, led, at, goal); v < best {
			if best = v; v < goal {
				break
			}
		}
	}
	return best
}

// trickPiled searches what comes after both places' cards have been played.
func (s *Solver) trickPiled(p *piled, led, answered, goal int) int {
	won := int(s.frame.value[led&63] + s.frame.value[answered&63])
	beaten := board.above[led&63]>>answered&1 != 0
	if p.tricks == 1 {
		if beaten {
			return 0
		}
		return won
	}
	next := *p
	next.tricks--
	next.left -= won
	s.frame.take(&next, led)
	s.frame.take(&next, answered)
	upper, lower := max(led, answered), min(led, answered)
	z := &s.frame.zones
	for i := range next.hands {
		next.hands[i] = z.without(z.without(next.hands[i], upper), lower)
	}
	if beaten {
		next.lead = 1 - next.lead
		return next.left - s.leadPiled(&next, next.left-goal+1)
	}
	return won + s.leadPiled(&next, goal-won)
}

// take lets the place's card leave its pile if it is a top, and turns up what lies
// below.
func (f *frame) take(p *piled, at int) {
	i := f.of[at&63] - 1
	if i < 0 {
		return
	}
	pile := &f.piles[i]
	if top := p.top[i]; top >= pile.n || int(pile.at[top]) != at {
		return
	}
	seat := i / pileCount
	for p.top[i]++; p.top[i] < pile.n; p.top[i]++ {
		up := uint64(1) << (pile.at[p.top[i]] & 63)
		p.hidden &^= up
		p.hands[seat] |= up
		if up&toHand == 0 {
			return
		}
	}
}

// covering are the seat's open tops that cards lie under.
func (f *frame) covering(p *piled, seat int8) (tops uint64) {
	for i := seat * pileCount; i < (seat+1)*pileCount; i++ {
		if pile := &f.piles[i]; p.top[i] < pile.n-1 {
			tops |= 1 << (pile.at[p.top[i]] & 63)
		}
	}
	return tops
}

// piledLeads are the leads worth trying. A top that lies on others is always one,
// for it brings another card.
func (s *Solver) piledLeads(p *piled) uint64 {
	mine, theirs := p.hands[p.lead&1], p.hands[1-p.lead&1]
	enemies := theirs | p.hidden&s.frame.cards[1-p.lead&1]
	leads := s.frame.covering(p, p.lead)
	free := mine &^ leads
	leads |= s.leadsOf(free&tarockPlaces, theirs&tarockPlaces, enemies)
	for at := 0; at < 32; at += 8 {
		suit := uint64(0xff << at)
		m, t := free&suit, theirs&suit
		switch {
		case m == 0:
		case t != 0:
			leads |= s.leadsOf(m, t, enemies)
		case theirs&tarockPlaces != 0:
			leads |= lowOfRuns(m, enemies)
		default:
			leads |= highOfRuns(m, enemies)
		}
	}
	return leads
}

// leadsOf are those of one suit, or of the tarocks, against what the other side
// may follow with.
func (s *Solver) leadsOf(cards, theirs, enemies uint64) uint64 {
	z := &s.frame.zones
	if theirs == 0 {
		return z.worthTrying(cards, enemies, gained)
	}
	winners, losers := cards&over(theirs), cards&under(theirs)
	return z.worthTrying(winners, enemies, gained) | z.worthTrying(losers, enemies, lost) |
		z.distinct(cards&^(winners|losers))
}

// piledAnswers are the answers worth trying to the lead of the place's card.
func (s *Solver) piledAnswers(p *piled, led int) (winners, losers uint64) {
	seat := 1 - p.lead&1
	legal := follow(p.hands[seat], led)
	tops := s.frame.covering(p, seat) & legal
	free, above := legal&^tops, board.above[led&63]
	enemies := p.hands[p.lead&1]&^(1<<led) | p.hidden&s.frame.cards[p.lead&1]
	z := &s.frame.zones
	winners = z.worthTrying(free&above, enemies, gained) | tops&above
	losers = z.worthTrying(free&^above, enemies, lost) | tops&^above
	return winners, losers
}

// piledBounds are what the leader gets at least and at most, without a search.
func (s *Solver) piledBounds(p *piled) (low, high int) {
	f := &s.frame
	mine, theirs := p.hands[p.lead&1], p.hands[1-p.lead&1]
	mineLater, theirsLater := p.hidden&f.cards[p.lead&1], p.hidden&f.cards[1-p.lead&1]
	sure := mine & tarockPlaces & over((theirs|theirsLater)&tarockPlaces)
	theirSure := theirs & tarockPlaces & over((mine|mineLater)&tarockPlaces)
	low = f.count(sure) + f.cashed(mine, theirs, theirs|theirsLater)
	return low, p.left - f.count(theirSure)
}

// cashed is what the tops of suits take as long as the other side has to follow.
func (f *frame) cashed(mine, theirs, enemies uint64) (sum int) {
	for at := 0; at < 32; at += 8 {
		suit := uint64(0xff << at)
		t, all := theirs&suit, enemies&suit
		for tops := mine & suit & over(all); tops != 0 && t != 0; t, all = t&(t-1), all&(all-1) {
			top := highest(tops)
			tops &^= 1 << top
			sum += int(f.value[top&63]) + int(f.value[lowest(all)&63])
		}
	}
	return sum
}

// count is what the cards count.
func (f *frame) count(cards uint64) (sum int) {
	for ; cards != 0; cards &= cards - 1 {
		sum += int(f.value[lowest(cards)&63])
	}
	return sum
}

// faceOf is the card's face value, with which the Glatzen count nothing.
func faceOf(c card.Card) uint8 {
	if placesOf(c.Bit())&pipPlaces != 0 {
		return 0
	}
	return uint8(c.Bit().Thirds()+2) / 3
}
