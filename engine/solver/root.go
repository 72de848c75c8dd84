package solver

import (
	"math/bits"

	"tarockbot/engine"
)

// root is a position as the search sees it. Hands are in playing order from the
// leader; a card that was played to the running trick is still in its own.
type root struct {
	seats    int
	hands    [engine.MaxSeats]uint64
	played   [engine.MaxSeats]int // the places of the running trick's cards
	n        int                  // how many there are
	declarer int                  // the declarer's place from the leader; with two seats the leader's
	tricks   int                  // left, the running one among them
	total    int                  // what all cards count, in units of the search
	unit     int                  // thirds
	leader   engine.Seat
	piles    bool
	heaps    heaps
	hidden   uint64 // what lies face down
	zones    *zones // by which places have moved
	gone     uint64 // the places of cards that are out of play, before others moved down
}

func newRoot(p *Position) (r root, ok bool) {
	if !p.seated() {
		return r, false
	}
	r = root{seats: p.Seats, n: int(p.Trick.N), unit: 1, zones: &freeZones, leader: p.seatAt(p.Seats - int(p.Trick.N)), heaps: p.heaps()}
	r.tricks = p.Tricks()
	var all uint64
	for i := range p.Seats {
		seat := engine.Seat((int(r.leader) + i) % p.Seats)
		if p.Seats == 3 && seat == p.Declarer {
			r.declarer = i
		}
		r.hands[i] = placesOf(p.Hands[seat])
		if i < r.n {
			r.played[i] = placeOf(p.Trick.Cards[i])
			r.hands[i] |= 1 << r.played[i]
		}
		down := placesOf(p.faceDown(seat))
		if bits.OnesCount64(r.hands[i])+bits.OnesCount64(down) != r.tricks {
			return r, false
		}
		all |= r.hands[i] | down
		r.hidden |= down
	}
	r.count(p, all)
	return r, r.tricks > 0 && bits.OnesCount64(all) == p.Seats*r.tricks && all&^cardPlaces == 0
}

// count notes what all cards count and how the search counts them.
func (r *root) count(p *Position, all uint64) {
	r.gone, r.total = cardPlaces&^all, thirdsOf(all)
	r.piles = r.hidden != 0 || p.Faces
	switch {
	case p.Seats == 3:
		r.unit, r.total = 3, r.total/3
	case p.Faces:
		r.unit, r.total = 3, 0
		for c := range cardsOf(all).All() {
			r.total += int(faceOf(c))
		}
	}
}

// moveDown lets the cards of each zone take its lowest places.
func (r *root) moveDown() {
	for gone := r.gone; gone != 0; {
		at := highest(gone)
		gone &^= 1 << at
		for i := range r.hands {
			r.hands[i] = r.zones.without(r.hands[i], at)
		}
	}
	for i := range r.n {
		r.played[i] = r.moved(r.played[i])
	}
}

// moved is where moveDown puts the place's card.
func (r *root) moved(at int) int {
	down := 0
	for gone := r.gone; gone != 0; gone &= gone - 1 {
		down += int(r.zones.shift[lowest(gone)] >> at & 1)
	}
	return at - down
}

// forTurn is what the side of the seat in turn gets when the declarer gets so much.
func (r *root) forTurn(value int) int {
	if r.n == r.declarer {
		return value
	}
	return r.total - value
}

// search is what finds the values of positions, in its units: for the declarer, and
// of two seats for the leader.
type search interface {
	guess(r *root) int         // near the value
	ask(r *root, goal int) int // a bound of it: from below if the value reaches the goal
}

// best is the value of the best card for the side of the seat in turn.
func (s *Solver) best(search search) int {
	s.asked = s.root
	return s.between(search, 0, s.root.total, search.guess(&s.root))
}

// one is the value of the place's card, which is at most best.
func (s *Solver) one(search search, at, best int) int {
	s.asked = s.root
	s.asked.played[s.root.n] = at
	s.asked.n++
	if s.root.n == s.root.declarer {
		return s.between(search, 0, best, best)
	}
	return s.between(search, s.root.total-best, s.root.total, s.root.total-best)
}

// between finds the value of the position asked about, which is in these bounds, for the
// side of the seat in turn.
func (s *Solver) between(search search, low, high, guess int) int {
	return s.root.forTurn(s.call.converge(low, high, guess, func(goal int) int { return search.ask(&s.asked, goal) }))
}

// each finds the values of all legal cards, each of a run of equal ones once.
func (s *Solver) each(search search, v *Values) {
	best, equal, last := s.best(search), 0, -1
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := cardsOf(cards & -cards).Lowest()
		at := s.root.moved(lowest(cards))
		if !s.root.zones.equal(last, at) {
			equal = s.one(search, at, best)
		}
		last = at
		v.Thirds[c] = int16(equal * s.root.unit)
	}
}
