package solver

// twoSearch is a null-window alpha-beta search of two seats. It asks whether a
// position's value reaches goal. A result of at least goal is a lower bound; a smaller
// result is an upper bound. When the other seat wins a trick, the hands swap and the
// value is subtracted from what is left.
//
// Its functions pass the position in arguments, so that it stays in registers. mine is
// the leader's hand, theirs the other; values are thirds for the leader. tricks is the
// number of tricks left, the running one included; left is the thirds that all cards in
// play count; goal is the value asked about. led and answered are the places of the
// running trick's cards, and first is the hash move.
type twoSearch struct {
	*call
	table   *table
	zones   *zones
	kept    set // the places of birds bound to their tricks
	horizon int // with this many tricks left, positions are estimated; 0: never
}

// lead returns a bound of the value at the start of a trick.
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

// lastTrick returns what the leader gets in the last trick of two seats.
func lastTrick(mine, theirs set, left int) int {
	if beats(theirs.lowest(), mine.lowest()) {
		return 0
	}
	return left
}

// searchTrick plays the trick, and records in f the bounds and the best lead that it
// finds.
func (s *twoSearch) searchTrick(mine, theirs set, tricks, left, goal int, f *found) int {
	low, high := s.bounds(mine, theirs, tricks, left)
	if bound, done := s.settled(f, low, high, goal); done {
		return bound
	}
	best, move := s.bestLead(mine, theirs, tricks, left, goal, f.bestMove)
	return f.record(best, goal, move)
}

// bestLead tries leads until one reaches the goal, and returns the value and the lead's
// number among the leads, from 1. first is the hash move, the number of the lead to
// begin with, or 0. If no lead reaches the goal, it returns first as the move.
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

// answer returns a bound after the lead of a card.
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

// trick returns a bound after both cards of the trick. They leave play, higher places
// first, because compaction moves those above.
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

// prepare gets the search ready for the root and the mode.
func (s *twoSearch) prepare(r *root, m mode) {
	if m.kept != 0 {
		r.zones = &boundZones
	}
	s.zones, s.kept, s.horizon = r.zones, m.kept, m.horizon
}

// evaluate estimates what the leader gets.
func (s *twoSearch) evaluate(r *root) int { return evaluate(r.hands[0], r.hands[1], r.total) }

// bound returns a bound of the leader's value in the root.
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
