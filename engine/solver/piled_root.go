package solver

// settle gets ready for a position, and the memory for its piles.
func (s *pileSearch) settle(r *root, faces bool) {
	if !s.frame.serves(&r.heaps, faces) {
		s.frame.build(&r.heaps, faces)
		s.table.forget()
	}
	r.zones = &s.frame.zones
}

// piled is the root at the start of its trick, with the piles of the frame.
func (r *root) piled(f *frame) piled {
	p := piled{lead: int8(r.leader), tricks: int8(r.tricks), left: r.total, hidden: r.hidden}
	p.hands[r.leader&1], p.hands[1-r.leader&1] = r.hands[0], r.hands[1]
	for i := range p.top {
		p.top[i] = f.piles[i].n - int8(len(r.heaps[i]))
	}
	return p
}

// best is the value of the best card for the side of the seat in turn.
func (s *pileSearch) best(r *root) int {
	p := r.piled(&s.frame)
	mine, theirs := r.hands[0]|r.hidden&s.frame.cards[p.lead&1], r.hands[1]|r.hidden&s.frame.cards[1-p.lead&1]
	all := thirdsOf(mine | theirs)
	first := guess(mine, theirs, all) * r.total / all
	if r.n == 0 {
		return s.converge(0, r.total, first, func(goal int) int { return s.lead(&p, goal) })
	}
	return r.total - s.converge(0, r.total, first, func(goal int) int { return s.answer(&p, r.played[0], goal) })
}

// one is the value of the place's card, which is at most best.
func (s *pileSearch) one(r *root, at, best int) int {
	p := r.piled(&s.frame)
	if r.n == 0 {
		return s.converge(0, best, best, func(goal int) int { return s.answer(&p, at, goal) })
	}
	return r.total - s.converge(r.total-best, r.total, r.total-best, func(goal int) int {
		return s.trick(&p, r.played[0], at, goal)
	})
}
