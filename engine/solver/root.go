package solver

import (
	"math/bits"

	"tarockbot/engine"
)

// root is a position as the search sees it. Hands are in playing order from the
// leader; a card that was played to the running trick is still in its own.
type root struct {
	seats        int
	hands        [engine.MaxSeats]uint64
	played       [engine.MaxSeats]int // the places of the running trick's cards
	n            int                  // how many there are
	declarer     int                  // the declarer's place from the leader; with two seats the leader's
	tricks       int                  // left, the running one among them
	total        int                  // what all cards count, in units of the search
	unit         int                  // thirds
	leader       engine.Seat
	hasPiles     bool
	coveredPiles coveredPiles
	hidden       uint64 // what lies face down
	zones        *zones // by which places have moved
	gone         uint64 // the places of cards that are out of play, before others moved down
}

func newRoot(p *Position) (r root, ok bool) {
	if !p.isSolvable() {
		return r, false
	}
	r = root{seats: p.Seats, n: int(p.Trick.N), unit: 1, zones: &freeZones, leader: p.seatAt(p.Seats - int(p.Trick.N)), coveredPiles: p.coveredPiles()}
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
	r.hasPiles = r.hidden != 0 || p.Faces
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

// compact moves the root's cards down to the lowest places of their zones.
func (r *root) compact() {
	for i := range r.hands {
		r.hands[i] = r.zones.compact(r.hands[i], r.gone)
	}
	for i := range r.n {
		r.played[i] = r.zones.placeAfter(r.played[i], r.gone)
	}
}

// forSeatInTurn is what the side of the seat in turn gets when the declarer gets so much.
func (r *root) forSeatInTurn(value int) int {
	if r.n == r.declarer {
		return value
	}
	return r.total - value
}
