package solver

import (
	"tarockbot/engine"
)

// root is a position in the form that the searches begin with. Hands are in playing
// order from the leader. A card of the running trick is still in its hand.
type root struct {
	hands        [engine.MaxSeats]set
	played       [engine.MaxSeats]int // the places of the running trick's cards
	n            int                  // the number of cards in the running trick
	declarer     int                  // the declarer's place from the leader; 0 with two seats
	tricks       int                  // the tricks left, including the running one
	total        int                  // the units that all cards count
	unit         int                  // the thirds in a unit of the search
	leader       engine.Seat
	coveredPiles coveredPiles
	hidden       set    // the cards that lie face down
	zones        *zones // the zones that cards move in
	gone         set    // the places of cards out of play, before compact moves the others
}

// newRoot returns the root of a position. ok is false if the position can't be solved.
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

// setUnits sets the unit of the search, what all cards count in it, and which cards are gone.
func (r *root) setUnits(p *Position, all set) {
	r.gone, r.total = cardPlaces&^all, all.thirds()
	switch {
	case p.Seats == 3:
		r.unit, r.total = 3, r.total/3
	case p.Faces:
		r.unit, r.total = 3, 0
		for c := range all.cards().All() {
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

// forSeatInTurn turns the declarer's value into that of the side of the seat in turn.
func (r *root) forSeatInTurn(value int) int {
	if r.n == r.declarer {
		return value
	}
	return r.total - value
}
