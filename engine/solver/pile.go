package solver

// With piles in front of both seats the search is as with two hands, but that
// cards come to the hands. A hand here is all that the seat may play: open tops are
// among it. Cards of the piles keep their places, so that what still lies face down
// tells how far each pile has been uncovered.
//
// The piles of a Position are all there are; its heaps are those of them with cards
// that lie face down; the frame is the heaps of the position that the memory began
// with; and piled is a position in the frame.

// pileSearch searches positions of two seats with piles.
type pileSearch struct {
	*call
	table  *table
	layout pileLayout
	plain  twoSearch // goes on when all piles are gone
}

// piled is a position at the start of a trick.
type pileNode struct {
	hands  [pileSeats]uint64 // by seat
	hidden uint64            // what lies face down
	top    [pileSeats * PileCount]int8
	lead   int8
	tricks int8
	left   int // units
}

// lead searches a position at the start of a trick. Values are the leader's.
func (s *pileSearch) lead(p *pileNode, goal int) int {
	if goal <= 0 {
		return 0
	}
	if goal > p.left {
		return p.left
	}
	if p.hidden == 0 && !s.layout.faces {
		return s.leadPlain(p, goal)
	}
	mine, theirs := p.hands[p.lead&1], p.hands[1-p.lead&1]
	if p.tricks == 1 {
		return lastTrick(mine, theirs, p.left)
	}
	if p.tricks < storedTricks {
		f := found{high: p.left}
		return s.search(p, goal, &f)
	}
	lead, other := mine|p.hidden, theirs|p.hidden|uint64(p.lead)<<leadTag
	h := s.table.hash(lead, other)
	f := s.table.find(h, lead, other, p.left)
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	best := s.search(p, goal, &f)
	if s.err == nil {
		s.table.store(h, lead, other, f)
	}
	return best
}

// leadPlain goes on without piles: then the places of all cards move down.
func (s *pileSearch) leadPlain(p *pileNode, goal int) int {
	mine, theirs := p.hands[p.lead&1], p.hands[1-p.lead&1]
	for gone := cardPlaces &^ (mine | theirs) & movers; gone != 0; {
		at := highest(gone)
		gone &^= 1 << at
		mine, theirs = freeZones.without(mine, at), freeZones.without(theirs, at)
	}
	return s.plain.lead(mine, theirs, int(p.tricks), p.left, goal)
}

// movers are the places whose cards make others move down when they leave.
const movers = 1<<63 - 1<<(firstTarock+1) | pipPlaces

// search plays the trick, and notes in f what it finds out.
func (s *pileSearch) search(p *pileNode, goal int, f *found) int {
	low, high := s.layout.bounds(p)
	f.narrow(low, high)
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	if s.interrupted() {
		return f.low
	}
	best, move := s.bestLead(p, goal, f.bestMove)
	return f.record(best, goal, move)
}

// bestLead tries leads until one reaches the goal. Its number among them, from 1,
// is the move. first is the number of the lead to begin with, or 0; it stays the
// move if no lead reaches the goal.
func (s *pileSearch) bestLead(p *pileNode, goal, first int) (best, move int) {
	leads := s.layout.leads(p)
	o := order{groups: leadGroups(p.hands[p.lead&1], p.hands[1-p.lead&1], leads), fromTop: fromTheTop}
	if first > 0 {
		o.groups[0] = numbered(leads, first)
	}
	best = -1
	for at, ok := o.next(); ok; at, ok = o.next() {
		s.nodes++
		if v := s.answer(p, at, goal); v > best {
			if best = v; v >= goal {
				return best, s.table.layout.number(leads, at)
			}
		}
	}
	return best, first
}

// answer searches the answers to the lead of the place's card.
func (s *pileSearch) answer(p *pileNode, led, goal int) int {
	winners, losers := s.layout.answers(p, led)
	best := p.left + 1
	for cards := winners; cards|losers != 0; {
		if cards == 0 {
			cards, losers = losers, 0
		}
		at := cheapest(cards)
		cards &^= 1 << at
		s.nodes++
		if v := s.trick(p, led, at, goal); v < best {
			if best = v; v < goal {
				break
			}
		}
	}
	return best
}

// trick searches what comes after both places' cards have been played.
func (s *pileSearch) trick(p *pileNode, led, answered, goal int) int {
	won := int(s.layout.value[led&63] + s.layout.value[answered&63])
	beaten := lookup.above[led&63]>>answered&1 != 0
	if p.tricks == 1 {
		if beaten {
			return 0
		}
		return won
	}
	next := *p
	next.tricks--
	next.left -= won
	s.layout.removeCard(&next, led)
	s.layout.removeCard(&next, answered)
	upper, lower := max(led, answered), min(led, answered)
	z := &s.layout.zones
	for i := range next.hands {
		next.hands[i] = z.without(z.without(next.hands[i], upper), lower)
	}
	if beaten {
		next.lead = 1 - next.lead
		return next.left - s.lead(&next, next.left-goal+1)
	}
	return won + s.lead(&next, goal-won)
}
