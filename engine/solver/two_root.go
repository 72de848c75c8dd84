package solver

// settle gets ready for a position of the mode.
func (s *twoSearch) settle(r *root, m mode) {
	if m.kept != 0 {
		r.zones = &boundZones
	}
	s.zones, s.kept, s.horizon = r.zones, m.kept, m.horizon
}

// best is the value of the best card for the side of the seat in turn.
func (s *twoSearch) best(r *root) int {
	lead, other := r.hands[0], r.hands[1]
	first := guess(lead, other, r.total)
	if r.n == 0 {
		return s.converge(0, r.total, first, func(goal int) int {
			return s.lead(lead, other, r.tricks, r.total, goal)
		})
	}
	return r.total - s.converge(0, r.total, first, func(goal int) int {
		return s.answer(lead, other, r.played[0], r.tricks, r.total, goal)
	})
}

// one is the value of the place's card, which is at most best.
func (s *twoSearch) one(r *root, p, best int) int {
	lead, other := r.hands[0], r.hands[1]
	if r.n == 0 {
		return s.converge(0, best, best, func(goal int) int {
			return s.answer(lead, other, p, r.tricks, r.total, goal)
		})
	}
	return r.total - s.converge(r.total-best, r.total, r.total-best, func(goal int) int {
		return s.trick(lead, other, r.played[0], p, r.tricks, r.total, goal)
	})
}
