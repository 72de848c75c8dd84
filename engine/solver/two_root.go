package solver

// settle gets ready for a position of the mode.
func (s *twoSearch) prepare(r *root, m mode) {
	if m.kept != 0 {
		r.zones = &boundZones
	}
	s.zones, s.kept, s.horizon = r.zones, m.kept, m.horizon
}

// evaluate estimates what the leader gets.
func (s *twoSearch) evaluate(r *root) int { return evaluate(r.hands[0], r.hands[1], r.total) }

// bound says whether the leader gets as much as the goal.
func (s *twoSearch) bound(r *root, goal int) int {
	mine, theirs := r.hands[0], r.hands[1]
	switch r.n {
	case 0:
		return s.lead(mine, theirs, r.tricks, r.total, goal)
	case 1:
		return s.answer(mine, theirs, r.played[0], r.tricks, r.total, goal)
	default:
		return s.trick(mine, theirs, r.played[0], r.played[1], r.tricks, r.total, goal)
	}
}
