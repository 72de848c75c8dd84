package solver

// threeSearch is a null-window alpha-beta search for the declarer's value against both defenders. Unlike in twoSearch,
// the sides never swap. Values are whole card points, because every trick of three cards counts whole points.
type threeSearch struct {
	*call
	table *table
}

type threeNode struct {
	hands    [3]set // in playing order from the leader
	declarer int8   // place from the leader
	tricks   int8
	left     int // card points
}

type threeTrick struct {
	at   [3]int
	best int // index of the winning card so far
}

func (s *threeSearch) lead(p *threeNode, goal int) int {
	if goal <= 0 {
		return 0
	}
	if goal > p.left {
		return p.left
	}
	if p.tricks == 1 {
		return p.lastTrick()
	}
	if p.tricks < storedTricks {
		f := found{high: p.left}
		return s.searchTrick(p, goal, &f)
	}
	p.canonical()
	k := s.table.key(p.words())
	f := s.table.find(k, p.left)
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	best := s.searchTrick(p, goal, &f)
	if s.err == nil {
		s.table.store(k, f)
	}
	return best
}

// words returns the words of the position's key. The first hand is in lead, the second in other, the third in both.
func (p *threeNode) words() (lead, other set) {
	lead, other = p.hands[0]|p.hands[2], p.hands[1]|p.hands[2]
	return lead | set(p.declarer&1)<<threeTag, other | set(p.declarer>>1)<<threeTag
}

func (p *threeNode) lastTrick() int {
	t := threeTrick{at: [3]int{p.hands[0].lowest()}}
	t.add(p.hands[1].lowest(), 1)
	t.add(p.hands[2].lowest(), 2)
	if t.best == int(p.declarer) {
		return p.left
	}
	return 0
}

func (t *threeTrick) add(at, n int) {
	t.at[n] = at
	if beats(at, t.at[t.best]) {
		t.best = n
	}
}

func (s *threeSearch) searchTrick(p *threeNode, goal int, f *found) int {
	low, high := p.bounds()
	if bound, done := s.settled(f, low, high, goal); done {
		return bound
	}
	best, move := s.bestLead(p, goal, f.bestMove)
	return f.record(best, goal, move)
}

// bestLead returns the value and the lead's 1-based number, or first if no lead cuts off.
func (s *threeSearch) bestLead(p *threeNode, goal, first int) (best, move int) {
	leads := p.leads()
	o := p.leadOrder(leads)
	if first > 0 {
		o.tryFirst(cardNumbered(leads, first))
	}
	best = p.worstValue(0)
	for at, ok := o.next(); ok; at, ok = o.next() {
		s.nodes++
		v := s.answer(p, threeTrick{at: [3]int{at}}, 1, goal)
		if p.prefers(0, v, best) {
			best = v
		}
		if p.cutsOff(0, v, goal) {
			return best, s.table.layout.numberOf(leads, at)
		}
	}
	return best, first
}

func (p *threeNode) worstValue(place int) int {
	if place == int(p.declarer) {
		return -1
	}
	return p.left + 1
}

func (p *threeNode) prefers(place int, value, other int) bool {
	if place == int(p.declarer) {
		return value > other
	}
	return value < other
}

// cutsOff reports whether the value ends the search at this seat.
func (p *threeNode) cutsOff(place int, value, goal int) bool {
	return (place == int(p.declarer)) == (value >= goal)
}

func (s *threeSearch) answer(p *threeNode, t threeTrick, n, goal int) int {
	var groups answerGroups
	if n == 1 {
		groups = p.secondCards(t)
	} else {
		groups = p.thirdCards(t)
	}
	best := p.worstValue(n)
	for _, g := range groups {
		for cards := g.cards; cards != 0; {
			at := g.pick(cards)
			cards &^= 1 << at
			s.nodes++
			u := t
			u.add(at, n)
			var v int
			if n == 1 {
				v = s.answer(p, u, 2, goal)
			} else {
				v = s.trick(p, u, goal)
			}
			if p.prefers(n, v, best) {
				best = v
			}
			if p.cutsOff(n, v, goal) {
				return best
			}
		}
	}
	return best
}

func (s *threeSearch) trick(p *threeNode, t threeTrick, goal int) int {
	won := (int(lookup.thirds[t.at[0]&63]) + int(lookup.thirds[t.at[1]&63]) + int(lookup.thirds[t.at[2]&63])) / 3
	gain := 0
	if t.best == int(p.declarer) {
		gain = won
	}
	if p.tricks == 1 {
		return gain
	}
	next := threeNode{tricks: p.tricks - 1, left: p.left - won, declarer: p.declarer - int8(t.best)}
	if next.declarer < 0 {
		next.declarer += 3
	}
	lead := t.best
	x, y, z := sorted3(t.at[0], t.at[1], t.at[2])
	for i := range next.hands {
		hand := p.hands[lead]
		next.hands[i] = freeZones.without(freeZones.without(freeZones.without(hand, z), y), x)
		if lead++; lead == len(p.hands) {
			lead = 0
		}
	}
	return gain + s.lead(&next, goal-gain)
}

// canonical sorts the plain suits, because suits are interchangeable.
func (p *threeNode) canonical() {
	w, x, y, z := sorted(p.suit(0), p.suit(1), p.suit(2), p.suit(3))
	p.hands[0] = withSuits(p.hands[0], w>>(2*suitSize), x>>(2*suitSize), y>>(2*suitSize), z>>(2*suitSize))
	p.hands[1] = withSuits(p.hands[1], w>>suitSize, x>>suitSize, y>>suitSize, z>>suitSize)
	p.hands[2] = withSuits(p.hands[2], w, x, y, z)
}

func (p *threeNode) suit(n int) set {
	return p.hands[0].suit(n)<<(2*suitSize) | p.hands[1].suit(n)<<suitSize | p.hands[2].suit(n)
}

func (r *root) threeNode() threeNode {
	return threeNode{hands: [3]set(r.hands[:3]), declarer: int8(r.declarer), tricks: int8(r.tricks), left: r.total}
}

func (s *threeSearch) evaluate(r *root) int {
	p := r.threeNode()
	return p.evaluate()
}

func (s *threeSearch) bound(r *root, goal int) int {
	p, t := r.threeNode(), threeTrick{at: [3]int{r.played[0]}}
	for i := 1; i < r.n; i++ {
		t.add(r.played[i], i)
	}
	switch r.n {
	case 0:
		return s.lead(&p, goal)
	case 3:
		return s.trick(&p, t, goal)
	default:
		return s.answer(&p, t, r.n, goal)
	}
}
