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

func newRoot(p *Position) (r root, ok bool) {
	if !p.seated() {
		return r, false
	}
	r = root{seats: p.Seats, n: int(p.Trick.N), unit: 1, zones: &freeZones, leader: p.seatAt(p.Seats - int(p.Trick.N)), heaps: p.heaps()}
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

// moveDown lets the cards of each zone take its lowest places.
func (r *root) moveDown() {
	for gone := r.gone; gone != 0; {
		p := highest(gone)
		gone &^= 1 << p
		for i := range r.hands {
			r.hands[i] = r.zones.without(r.hands[i], p)
		}
	}
	for i := range r.n {
		r.played[i] = r.moved(r.played[i])
	}
}

// moved is where moveDown puts the place's card.
func (r *root) moved(p int) int {
	down := 0
	for gone := r.gone; gone != 0; gone &= gone - 1 {
		down += int(r.zones.shift[lowest(gone)] >> p & 1)
	}
	return p - down
}

// each finds the values of all legal cards, each of a run of equal ones once.
func (r *root) each(s search, v *Values) {
	best, last, equal := s.best(r), noCard, 0
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := cardsOf(cards & -cards).Lowest()
		p := r.moved(lowest(cards))
		if last == noCard || p != last+1 || r.zones.next>>p&1 == 0 {
			equal = s.one(r, p, best)
		}
		last = p
		v.Thirds[c] = int16(equal * r.unit)
	}
}
