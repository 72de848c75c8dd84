package solver

// pileSearch works like twoSearch, but cards come to the hands during play. Hands include open tops. Cards of piles
// keep their places, so the face-down cards tell how far each pile is uncovered.
type pileSearch struct {
	*call
	table  *table
	layout pileLayout
	plain  twoSearch // continues when all piles are gone
}

type pileNode struct {
	hands  [pileSeats]set
	hidden set
	top    [pileSeats * PileCount]int8 // number of cards that have left the pile
	lead   int8
	tricks int8
	left   int
}

func (p *pileNode) sides() (mine, theirs set) { return p.hands[p.lead&1], p.hands[p.follower()] }

func (p *pileNode) follower() int8 { return (1 - p.lead) & 1 }

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
	mine, theirs := p.sides()
	if p.tricks == 1 {
		return lastTrick(mine, theirs, p.left)
	}
	if p.tricks < storedTricks {
		f := found{high: p.left}
		return s.searchTrick(p, goal, &f)
	}
	k := s.table.key(mine|p.hidden, theirs|p.hidden|set(p.lead)<<leadTag)
	f := s.table.find(k, p.left)
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	best := s.searchTrick(p, goal, &f)
	if s.err == nil {
		s.table.store(k, f)
	}
	return best
}

// leadPlain continues with twoSearch once no card lies face down. From then on all cards move within their zones.
func (s *pileSearch) leadPlain(p *pileNode, goal int) int {
	mine, theirs := p.sides()
	gone := cardPlaces &^ (mine | theirs) & movers
	return s.plain.lead(freeZones.compact(mine, gone), freeZones.compact(theirs, gone), int(p.tricks), p.left, goal)
}

const movers = skusBit - pagatBit<<1 | pipPlaces

func (s *pileSearch) searchTrick(p *pileNode, goal int, f *found) int {
	low, high := s.layout.bounds(p)
	if bound, done := s.settled(f, low, high, goal); done {
		return bound
	}
	best, move := s.bestLead(p, goal, f.bestMove)
	return f.record(best, goal, move)
}

func (s *pileSearch) bestLead(p *pileNode, goal, first int) (best, move int) {
	leads := s.layout.leads(p)
	mine, theirs := p.sides()
	o := leadOrder(mine, theirs, leads)
	if first > 0 {
		o.tryFirst(cardNumbered(leads, first))
	}
	best = -1
	for at, ok := o.next(); ok; at, ok = o.next() {
		s.nodes++
		best = max(best, s.answer(p, at, goal))
		if best >= goal {
			return best, s.table.layout.numberOf(leads, at)
		}
	}
	return best, first
}

func (s *pileSearch) answer(p *pileNode, led, goal int) int {
	winners, losers := s.layout.answers(p, led)
	best := p.left + 1
	for cards := winners; cards|losers != 0; {
		if cards == 0 {
			cards, losers = losers, 0
		}
		at := cards.cheapest()
		cards &^= 1 << at
		s.nodes++
		best = min(best, s.trick(p, led, at, goal))
		if best < goal {
			break
		}
	}
	return best
}

func (s *pileSearch) trick(p *pileNode, led, answered, goal int) int {
	won := int(s.layout.value[led&63] + s.layout.value[answered&63])
	beaten := beats(answered, led)
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
		next.lead = p.follower()
		return next.left - s.lead(&next, next.left-goal+1)
	}
	return won + s.lead(&next, goal-won)
}

// prepare forgets the table if the layout doesn't cover the root's piles.
func (s *pileSearch) prepare(r *root, m mode) {
	if !s.layout.covers(&r.coveredPiles, m.faces) {
		s.layout.build(&r.coveredPiles, m.faces)
		s.table.forget()
	}
	r.zones = &s.layout.zones
}

func (r *root) pileNode(f *pileLayout) pileNode {
	p := pileNode{lead: int8(r.leader), tricks: int8(r.tricks), left: r.total, hidden: r.hidden}
	p.hands[r.leader&1], p.hands[1-r.leader&1] = r.hands[0], r.hands[1]
	for i := range p.top {
		p.top[i] = f.piles[i].n - int8(len(r.coveredPiles[i]))
	}
	return p
}

func (s *pileSearch) evaluate(r *root) int {
	cards := &s.layout.cards
	mine, theirs := r.hands[0]|r.hidden&cards[r.leader&1], r.hands[1]|r.hidden&cards[1-r.leader&1]
	all := (mine | theirs).thirds()
	return evaluate(mine, theirs, all) * r.total / all
}

func (s *pileSearch) bound(r *root, goal int) int {
	p := r.pileNode(&s.layout)
	switch r.n {
	case 0:
		return s.lead(&p, goal)
	case 1:
		return s.answer(&p, r.played[0], goal)
	default:
		return s.trick(&p, r.played[0], r.played[1], goal)
	}
}
