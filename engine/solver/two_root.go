package solver

// settle gets ready for a position of the mode.
func (s *twoSearch) settle(r *root, m mode) {
	if m.kept != 0 {
		r.zones = &boundZones
	}
	s.zones, s.kept, s.horizon = r.zones, m.kept, m.horizon
}

// guess estimates what the leader gets.
func (s *twoSearch) guess(r *root) int { return guess(r.hands[0], r.hands[1], r.total) }

// ask says whether the leader gets as much as the goal.
func (s *twoSearch) ask(r *root, goal int) int {
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
