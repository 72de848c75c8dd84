package solver

// settle gets ready for a position, and the memory for its piles.
func (s *pileSearch) prepare(r *root, faces bool) {
	if !s.layout.covers(&r.coveredPiles, faces) {
		s.layout.build(&r.coveredPiles, faces)
		s.table.forget()
	}
	r.zones = &s.layout.zones
}

// piled is the root at the start of its trick, with the piles of the frame.
func (r *root) pileNode(f *pileLayout) pileNode {
	p := pileNode{lead: int8(r.leader), tricks: int8(r.tricks), left: r.total, hidden: r.hidden}
	p.hands[r.leader&1], p.hands[1-r.leader&1] = r.hands[0], r.hands[1]
	for i := range p.top {
		p.top[i] = f.piles[i].n - int8(len(r.coveredPiles[i]))
	}
	return p
}

// evaluate estimates what the leader gets as if the piles were in the hands.
func (s *pileSearch) evaluate(r *root) int {
	cards := &s.layout.cards
	mine, theirs := r.hands[0]|r.hidden&cards[r.leader&1], r.hands[1]|r.hidden&cards[1-r.leader&1]
	all := thirdsOf(mine | theirs)
	return evaluate(mine, theirs, all) * r.total / all
}

// bound says whether the leader gets as much as the goal.
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
