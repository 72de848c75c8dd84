package solver

// searcher finds values for the declarer, or with two seats for the leader. After an error it stores nothing in the
// table, because its values are incomplete.
type searcher interface {
	evaluate(r *root) int
	bound(r *root, goal int) int // returns a lower bound of at least goal, or an upper bound below it
}

const storedTricks = 3

func (s *Solver) bestValue(by searcher) int {
	return s.solve(by, &s.root, 0, s.root.total, by.evaluate(&s.root))
}

// cardValue returns the value of the card at a place. It can't exceed best, the value of the best card.
func (s *Solver) cardValue(by searcher, at, best int) int {
	s.next = s.root
	s.next.played[s.root.n] = at
	s.next.n++
	if s.root.n == s.root.declarer {
		return s.solve(by, &s.next, 0, best, best)
	}
	return s.solve(by, &s.next, s.root.total-best, s.root.total, s.root.total-best)
}

func (s *Solver) solve(by searcher, r *root, low, high, guess int) int {
	return s.root.forSeatInTurn(s.call.converge(low, high, guess, func(goal int) int { return by.bound(r, goal) }))
}

func (s *Solver) allValues(by searcher, v *Values) {
	best, value, last := s.bestValue(by), 0, -1
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := (cards & -cards).cards().Lowest()
		at := s.root.zones.placeAfter(cards.lowest(), s.root.removed)
		if !s.root.zones.equal(last, at) {
			value = s.cardValue(by, at, best)
		}
		last = at
		v.Thirds[c] = int16(value * s.root.unit)
	}
}
