package solver

// trio is the root of three seats at the start of its trick.
func (r *root) trio() trio {
	return trio{hands: [3]uint64(r.hands[:3]), declarer: int8(r.declarer), tricks: int8(r.tricks), left: r.total}
}

// trick is the running trick of three seats.
func (r *root) trick() (t threeCards) {
	if r.n > 0 {
		t.at[0] = r.played[0]
	}
	if r.n > 1 {
		t.add(r.played[1], 1)
	}
	return t
}

// best is the value of the best card for the side of the seat in turn.
func (s *threeSearch) best(r *root) int {
	p, t := r.trio(), r.trick()
	value := s.converge(0, r.total, p.guess(), func(goal int) int {
		switch r.n {
		case 0:
			return s.lead(&p, goal)
		case 1:
			return s.second(&p, t, goal)
		default:
			return s.third(&p, t, goal)
		}
	})
	return r.forTurn(value)
}

// one is the value of the place's card, which is at most best.
func (s *threeSearch) one(r *root, at, best int) int {
	p, t := r.trio(), r.trick()
	if r.n == 0 {
		t.at[0] = at
	} else {
		t.add(at, r.n)
	}
	low, high, first := 0, best, best
	if r.n != r.declarer {
		low, high, first = r.total-best, r.total, r.total-best+1
	}
	value := s.converge(low, high, first, func(goal int) int {
		switch r.n {
		case 0:
			return s.second(&p, t, goal)
		case 1:
			return s.third(&p, t, goal)
		default:
			return s.trick(&p, t, goal)
		}
	})
	return r.forTurn(value)
}

// forTurn is what the side of the seat in turn gets when the declarer gets so much.
func (r *root) forTurn(value int) int {
	if r.n == r.declarer {
		return value
	}
	return r.total - value
}
