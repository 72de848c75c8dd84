package solver

// trio is the root of three seats at the start of its trick.
func (r *root) trio() trio {
	return trio{hands: [3]uint64(r.hands[:3]), declarer: int8(r.declarer), tricks: int8(r.tricks), left: r.total}
}

// guess estimates what the declarer gets.
func (s *threeSearch) guess(r *root) int {
	p := r.trio()
	return p.guess()
}

// ask says whether the declarer gets as much as the goal.
func (s *threeSearch) ask(r *root, goal int) int {
	p, t := r.trio(), threeCards{at: [3]int{r.played[0]}}
	for i := 1; i < r.n; i++ {
		t.add(r.played[i], i)
	}
	switch r.n {
	case 0:
		return s.lead(&p, goal)
	case 1:
		return s.second(&p, t, goal)
	case 2:
		return s.third(&p, t, goal)
	default:
		return s.trick(&p, t, goal)
	}
}
