package solver

// trio is the root of three seats at the start of its trick.
func (r *root) threeNode() threeNode {
	return threeNode{hands: [3]uint64(r.hands[:3]), declarer: int8(r.declarer), tricks: int8(r.tricks), left: r.total}
}

// evaluate estimates what the declarer gets.
func (s *threeSearch) evaluate(r *root) int {
	p := r.threeNode()
	return p.evaluate()
}

// bound says whether the declarer gets as much as the goal.
func (s *threeSearch) bound(r *root, goal int) int {
	p, t := r.threeNode(), threeTrick{at: [3]int{r.played[0]}}
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
