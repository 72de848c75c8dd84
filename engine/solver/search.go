package solver

// search finds values of positions in its units: the declarer's, or the leader's of two
// seats.
//
// Each search stores what it finds in the table, unless the call has an error: then the
// value is incomplete.
type search interface {
	evaluate(r *root) int        // estimates the value
	bound(r *root, goal int) int // returns a lower bound of at least goal, or an upper bound below it
}

// storedTricks is the least number of tricks for which twoSearch, threeSearch and
// pileSearch use the table.
const storedTricks = 3

// lastTrick returns what the leader gets in the last trick of two seats.
func lastTrick(mine, theirs uint64, left int) int {
	if lookup.above[lowest(mine)&63]&theirs != 0 {
		return 0
	}
	return left
}

// weightBits is the number of bits of a weight behind the binary point.
const weightBits = 10

// bestValue returns the value of the best card for the side of the seat in turn.
func (s *Solver) bestValue(search search) int {
	return s.converge(search, &s.root, 0, s.root.total, search.evaluate(&s.root))
}

// valueOf returns the value of the card at a place for the side of the seat in turn.
// best, the value of the best card, is the most that it can be.
func (s *Solver) valueOf(search search, at, best int) int {
	s.next = s.root
	s.next.played[s.root.n] = at
	s.next.n++
	if s.root.n == s.root.declarer {
		return s.converge(search, &s.next, 0, best, best)
	}
	return s.converge(search, &s.next, s.root.total-best, s.root.total, s.root.total-best)
}

// converge returns a position's value for the side of the root's seat in turn. low,
// high and guess are values of the search.
func (s *Solver) converge(search search, r *root, low, high, guess int) int {
	return s.root.forSeatInTurn(s.call.converge(low, high, guess, func(goal int) int { return search.bound(r, goal) }))
}

// allValues finds the values of all legal cards. Of a run of equal cards it searches one.
func (s *Solver) allValues(search search, v *Values) {
	best, value, last := s.bestValue(search), 0, -1
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := cardsOf(cards & -cards).Lowest()
		at := s.root.zones.placeAfter(lowest(cards), s.root.gone)
		if !s.root.zones.equal(last, at) {
			value = s.valueOf(search, at, best)
		}
		last = at
		v.Thirds[c] = int16(value * s.root.unit)
	}
}
