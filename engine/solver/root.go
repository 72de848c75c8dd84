package solver

import (
	"context"
	"math/bits"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// root is a position as the search sees it. Hands are in playing order from the
// leader; a card that was played to the running trick is still in its own.
type root struct {
	seats    int
	hands    [engine.MaxSeats]uint64
	played   [engine.MaxSeats - 1]int // the places of the running trick's cards
	n        int                      // how many there are
	declarer int                      // the declarer's place from the leader
	tricks   int                      // left, the running one among them
	total    int                      // what all cards count, in units of the search
	unit     int                      // thirds
	leader   engine.Seat
	piles    bool
	heaps    heaps
	hidden   uint64 // what lies face down
	zones    *zones // by which places have moved
	gone     uint64 // the places of cards that are out of play, before others moved down
}

// start gets ready for a call that looks so many tricks ahead, or to the end. The
// error says that the position can't be solved, or that the context is over.
func (s *Solver) start(ctx context.Context, p *Position, ahead int) (root, error) {
	s.ctx, s.err, s.nodes, s.pause = ctx, nil, 0, 0
	r, ok := newRoot(p)
	if !ok {
		return r, ErrUnsolved
	}
	if s.halted() {
		return r, s.err
	}
	m := mode{seats: p.Seats, piled: r.piles}
	for i := range p.Seats {
		m.kept |= placesOf(p.Kept[i] & p.Hands[i] & birdsWaiting(r.tricks))
	}
	if ahead > 0 && r.tricks > exactTricks && r.seats == 2 && !r.piles {
		m.horizon = max(r.tricks-ahead, 0)
	}
	s.turnTo(m, r.tricks)
	s.zones = &freeZones
	if m.kept != 0 {
		s.zones = &boundZones
	}
	r.zones = s.zones
	if r.piles {
		s.settle(&r.heaps, p.Faces)
		r.zones = &s.frame.zones
	}
	r.moveDown(r.zones)
	return r, nil
}

// turnTo makes the memory ready for the mode and for so many tricks.
func (s *Solver) turnTo(m mode, tricks int) {
	if m != s.mode || tricks > s.tricks && s.table.crowded() {
		s.Forget()
	}
	s.mode, s.tricks = m, tricks
	s.table.layout = twoLayout
	switch {
	case m.seats == 3:
		s.table.layout = threeLayout
	case m.piled:
		s.table.layout = piledLayout
	}
}

func newRoot(p *Position) (r root, ok bool) {
	if !p.seated() {
		return r, false
	}
	r = root{seats: p.Seats, n: int(p.Trick.N), unit: 1, leader: p.seatAt(p.Seats - int(p.Trick.N)), heaps: p.heaps()}
	r.tricks = p.Tricks()
	var all uint64
	for i := range p.Seats {
		seat := engine.Seat((int(r.leader) + i) % p.Seats)
		if seat == p.Declarer {
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

// seated says whether the seats, the running trick and the piles are those of a
// game that can be solved.
func (p *Position) seated() bool {
	if p.Turn < 0 || int(p.Turn) >= p.Seats || p.Trick.N < 0 || int(p.Trick.N) >= p.Seats {
		return false
	}
	for _, c := range p.Trick.Cards[:p.Trick.N] {
		if c >= card.Count {
			return false
		}
	}
	piles := p.heaps()
	special := p.Faces || piles.any()
	birds := p.Kept != [engine.MaxSeats]card.Set{}
	switch p.Seats {
	case 2:
		return !special || !birds && p.pilesGood()
	case 3:
		return !special && !birds && p.Declarer >= 0 && p.Declarer < 3
	default:
		return false
	}
}

// seatAt is the seat so many places after the one in turn.
func (p *Position) seatAt(n int) engine.Seat { return engine.Seat((int(p.Turn) + n) % p.Seats) }

// moveDown lets the cards of each zone take its lowest places.
func (r *root) moveDown(z *zones) {
	for gone := r.gone; gone != 0; {
		p := highest(gone)
		gone &^= 1 << p
		for i := range r.hands {
			r.hands[i] = z.without(r.hands[i], p)
		}
	}
	for i := range r.n {
		r.played[i] = r.moved(z, r.played[i])
	}
}

// moved is where moveDown puts the place's card.
func (r *root) moved(z *zones, p int) int {
	down := 0
	for gone := r.gone; gone != 0; gone &= gone - 1 {
		down += int(z.shift[lowest(gone)] >> p & 1)
	}
	return p - down
}

// best is the value of the best card for the side of the seat in turn, in units.
func (s *Solver) best(r *root) int {
	switch {
	case r.seats == 3:
		return s.bestOfTrio(r)
	case r.piles:
		return s.bestOfPiled(r)
	}
	lead, other := r.hands[0], r.hands[1]
	first := guess(lead, other, r.total)
	if r.n == 0 {
		return s.close(0, r.total, first, func(goal int) int {
			return s.lead(lead, other, r.tricks, r.total, goal)
		})
	}
	return r.total - s.close(0, r.total, first, func(goal int) int {
		return s.answer(lead, other, r.played[0], r.tricks, r.total, goal)
	})
}

// each finds the values of all legal cards, each of a run of equal ones once.
func (s *Solver) each(r *root, v *Values) {
	best, last, equal := s.best(r), noCard, 0
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := cardsOf(cards & -cards).Lowest()
		p := r.moved(r.zones, lowest(cards))
		if last == noCard || p != last+1 || r.zones.next>>p&1 == 0 {
			equal = s.one(r, p, best)
		}
		last = p
		v.Thirds[c] = int16(equal * r.unit)
	}
}

// one is the value of the card of the place, which is at most best.
func (s *Solver) one(r *root, p, best int) int {
	switch {
	case r.seats == 3:
		return s.oneOfTrio(r, p, best)
	case r.piles:
		return s.oneOfPiled(r, p, best)
	}
	lead, other := r.hands[0], r.hands[1]
	if r.n == 0 {
		return s.close(0, best, best, func(goal int) int {
			return s.answer(lead, other, p, r.tricks, r.total, goal)
		})
	}
	return r.total - s.close(r.total-best, r.total, r.total-best, func(goal int) int {
		return s.trick(lead, other, r.played[0], p, r.tricks, r.total, goal)
	})
}

// close finds a value between low and high: it asks whether the value reaches a
// goal, at first the guess, and goes on from the bound that it is told.
func (s *Solver) close(low, high, guess int, ask func(goal int) int) int {
	goal := max(min(guess, high), low+1)
	for low < high && s.err == nil {
		if v := ask(goal); v >= goal {
			low, goal = v, v+1
		} else {
			high, goal = v, max(v, low+1)
		}
	}
	return low
}
