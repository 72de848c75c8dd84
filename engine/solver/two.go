package solver

// twoSearch is a null-window alpha-beta search of two seats. A result of at least goal is a lower bound of the value. A
// smaller result is an upper bound. When the other seat wins a trick, the hands swap and the value is subtracted from
// left.
//
// Its functions pass the position in arguments, which stay in registers. mine is the leader's hand, theirs the other.
// tricks is the number of tricks left, including the running one. left is the thirds of all cards in play. led and
// answered are the places of the running trick's cards, and first is the hash move.
type twoSearch struct {
	*call
	table   *table
	zones   *zones
	kept    set // birds bound to their tricks
	horizon int // with this many tricks left, positions are estimated; 0: never
}

func (s *twoSearch) lead(mine, theirs set, tricks, left, goal int) int {
	if tricks == 1 {
		return lastTrick(mine, theirs, left)
	}
	if tricks <= s.horizon {
		return evaluate(mine, theirs, left)
	}
	if tricks < storedTricks {
		f := found{high: left}
		return s.searchTrick(mine, theirs, tricks, left, goal, &f)
	}
	mine, theirs = canonical(mine, theirs)
	k := s.table.key(mine, theirs)
	f := s.table.find(k, left)
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	best := s.searchTrick(mine, theirs, tricks, left, goal, &f)
	if s.err == nil {
		s.table.store(k, f)
	}
	return best
}

func lastTrick(mine, theirs set, left int) int {
	if beats(theirs.lowest(), mine.lowest()) {
		return 0
	}
	return left
}

func (s *twoSearch) searchTrick(mine, theirs set, tricks, left, goal int, f *found) int {
	low, high := s.bounds(mine, theirs, tricks, left)
	if bound, done := s.settled(f, low, high, goal); done {
		return bound
	}
	best, move := s.bestLead(mine, theirs, tricks, left, goal, f.bestMove)
	return f.record(best, goal, move)
}

// bestLead tries leads until one reaches the goal. It returns the value and the lead's 1-based number, or first if no
// lead reaches the goal.
func (s *twoSearch) bestLead(mine, theirs set, tricks, left, goal, first int) (best, move int) {
	leads := s.leads(mine, theirs, tricks)
	o := leadOrder(mine, theirs, leads)
	if first > 0 {
		o.tryFirst(cardNumbered(leads, first))
	}
	best = -1
	for at, ok := o.next(); ok; at, ok = o.next() {
		s.nodes++
		best = max(best, s.answer(mine, theirs, at, tricks, left, goal))
		if best >= goal {
			return best, s.table.layout.numberOf(leads, at)
		}
	}
	return best, first
}

func (s *twoSearch) answer(mine, theirs set, led, tricks, left, goal int) int {
	winners, losers := s.answers(mine, theirs, led, tricks)
	best := left + 1
	for cards := winners; cards|losers != 0; {
		if cards == 0 {
			cards, losers = losers, 0
		}
		at := cards.cheapest()
		cards &^= 1 << at
		s.nodes++
		best = min(best, s.trick(mine, theirs, led, at, tricks, left, goal))
		if best < goal {
			break
		}
	}
	return best
}

// trick removes the higher place first, because compaction moves the cards above.
func (s *twoSearch) trick(mine, theirs set, led, answered, tricks, left, goal int) int {
	upper, lower := max(led, answered), min(led, answered)
	z := s.zones
	mine = z.without(z.without(mine, upper), lower)
	theirs = z.without(z.without(theirs, upper), lower)
	won := int(lookup.thirds[led&63] + lookup.thirds[answered&63])
	rest := left - won
	switch lost := beats(answered, led); {
	case lost && tricks == 1:
		return 0
	case lost:
		return rest - s.lead(theirs, mine, tricks-1, rest, rest-goal+1)
	case tricks == 1:
		return won
	default:
		return won + s.lead(mine, theirs, tricks-1, rest, goal-won)
	}
}

func (s *twoSearch) prepare(r *root, m mode) {
	if m.kept != 0 {
		r.zones = &boundZones
	}
	s.zones, s.kept, s.horizon = r.zones, m.kept, m.horizon
}

func (s *twoSearch) evaluate(r *root) int { return evaluate(r.hands[0], r.hands[1], r.total) }

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
