package solver

import (
	"tarockbot/engine"
)

// root is a position in the form of the searches. Hands are in playing order from the leader and still contain the
// cards of the running trick.
type root struct {
	hands        [engine.MaxSeats]set
	played       [engine.MaxSeats]int
	n            int
	declarer     int // place from the leader; 0 with two seats
	tricks       int // left, including the running one
	total        int
	unit         int // thirds in a unit of the search
	leader       engine.Seat
	coveredPiles coveredPiles
	hidden       set
	zones        *zones
	removed      set // places out of play before compact
}

func newRoot(p *Position) (r root, ok bool) {
	if !p.isSolvable() {
		return r, false
	}
	leader := engine.Seat((int(p.Turn) + p.Seats - int(p.Trick.N)) % p.Seats)
	r = root{
		n: int(p.Trick.N), tricks: p.Tricks(), unit: 1, leader: leader,
		zones: &freeZones, coveredPiles: p.coveredPiles(),
	}
	var all set
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
		if r.hands[i].count()+down.count() != r.tricks {
			return r, false
		}
		all |= r.hands[i] | down
		r.hidden |= down
	}
	r.setUnits(p, all)
	return r, r.tricks > 0 && all.count() == p.Seats*r.tricks && all&^cardPlaces == 0
}

func (r *root) setUnits(p *Position, all set) {
	r.removed, r.total = cardPlaces&^all, all.thirds()
	switch {
	case p.Seats == 3:
		r.unit, r.total = 3, r.total/3
	case p.CountsFaces:
		r.unit, r.total = 3, 0
		for c := range all.cards().All() {
			r.total += int(faceOf(c))
		}
	}
}

// compact moves the root's cards down to the lowest places of their zones.
func (r *root) compact() {
	for i := range r.hands {
		r.hands[i] = r.zones.compact(r.hands[i], r.removed)
	}
	for i := range r.n {
		r.played[i] = r.zones.placeAfter(r.played[i], r.removed)
	}
}

func (r *root) forSeatInTurn(value int) int {
	if r.n == r.declarer {
		return value
	}
	return r.total - value
}
