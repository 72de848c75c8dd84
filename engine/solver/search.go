package solver

// searcher finds values of positions in its units: the declarer's, or the leader's of two
// seats. It stores them in the table, unless the call has an error: then a value is
// incomplete.
type searcher interface {
	evaluate(r *root) int        // estimates the value
	bound(r *root, goal int) int // returns a lower bound of at least goal, or an upper bound below it
}

// storedTricks is the least number of tricks for which twoSearch, threeSearch and
// pileSearch use the table.
const storedTricks = 3

// bestValue returns the value of the best card for the side of the seat in turn.
func (s *Solver) bestValue(by searcher) int {
	return s.solve(by, &s.root, 0, s.root.total, by.evaluate(&s.root))
}

// cardValue returns the value of the card at a place for the side of the seat in turn.
// best, the value of the best card, is the most that it can be.
func (s *Solver) cardValue(by searcher, at, best int) int {
	s.next = s.root
	s.next.played[s.root.n] = at
	s.next.n++
	if s.root.n == s.root.declarer {
		return s.solve(by, &s.next, 0, best, best)
	}
	return s.solve(by, &s.next, s.root.total-best, s.root.total, s.root.total-best)
}

// solve returns a position's value for the side of the root's seat in turn. low,
// high and guess are values of the search.
func (s *Solver) solve(by searcher, r *root, low, high, guess int) int {
	return s.root.forSeatInTurn(s.call.converge(low, high, guess, func(goal int) int { return by.bound(r, goal) }))
}

// allValues finds the values of all legal cards. Of a run of equal cards it searches one.
func (s *Solver) allValues(by searcher, v *Values) {
	best, value, last := s.bestValue(by), 0, -1
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := (cards & -cards).cards().Lowest()
		at := s.root.zones.placeAfter(cards.lowest(), s.root.gone)
		if !s.root.zones.equal(last, at) {
			value = s.cardValue(by, at, best)
		}
		last = at
		v.Thirds[c] = int16(value * s.root.unit)
	}
}
