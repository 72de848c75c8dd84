package solver

import (
	"context"
	"math/bits"

	"tarockbot/engine/card"
)

// twoRoot is a position of two seats as the search sees it.
type twoRoot struct {
	lead, other uint64 // the hands; a card that was led is still in its own
	led         int    // its place, or noCard
	tricks      int    // left, the running one among them
	thirds      int    // of all cards
	gone        uint64 // the places of cards that are out of play, before others moved down
}

const noCard = -1

// start gets ready for a call that looks so many tricks ahead, or to the end. The
// error says that the position can't be solved, or that the context is over.
func (s *Solver) start(ctx context.Context, p *Position, ahead int) (twoRoot, error) {
	s.ctx, s.err, s.nodes, s.pause = ctx, nil, 0, 0
	root, ok := newTwoRoot(p)
	if !ok {
		return root, ErrUnsolved
	}
	if s.halted() {
		return root, s.err
	}
	held := p.Kept[0]&p.Hands[0] | p.Kept[1]&p.Hands[1]
	m := mode{kept: placesOf(held & birdsWaiting(root.tricks))}
	if ahead > 0 && root.tricks > exactTricks {
		m.horizon = max(root.tricks-ahead, 0)
	}
	if m != s.mode || root.tricks > s.tricks && s.table.crowded() {
		s.Forget()
	}
	s.mode, s.tricks, s.zones = m, root.tricks, &freeZones
	if m.kept != 0 {
		s.zones = &boundZones
	}
	root.moveDown(s.zones)
	return root, nil
}

func newTwoRoot(p *Position) (r twoRoot, ok bool) {
	if p.Seats != 2 || p.Turn < 0 || p.Turn > 1 || p.Trick.N < 0 || p.Trick.N > 1 {
		return r, false
	}
	r = twoRoot{lead: placesOf(p.Hands[p.Turn]), other: placesOf(p.Hands[1-p.Turn]), led: noCard, tricks: p.Hands[p.Turn].Len()}
	if p.Trick.N == 1 {
		if p.Trick.Cards[0] >= card.Count || (p.Hands[0] | p.Hands[1]).Has(p.Trick.Cards[0]) {
			return r, false
		}
		r.led = placeOf(p.Trick.Cards[0])
		r.lead, r.other = r.other|1<<r.led, r.lead
	}
	all := r.lead | r.other
	r.gone, r.thirds = cardPlaces&^all, thirdsOf(all)
	equal := bits.OnesCount64(r.lead) == r.tricks && bits.OnesCount64(r.other) == r.tricks
	return r, equal && r.tricks > 0 && r.lead&r.other == 0 && (p.Hands[0]|p.Hands[1])&^card.Full == 0
}

// moveDown lets the cards of each zone take its lowest places.
func (r *twoRoot) moveDown(z *zones) {
	for gone := r.gone; gone != 0; {
		p := highest(gone)
		gone &^= 1 << p
		r.lead, r.other = z.without(r.lead, p), z.without(r.other, p)
	}
	if r.led != noCard {
		r.led = r.moved(z, r.led)
	}
}

// moved is where moveDown puts the place's card.
func (r *twoRoot) moved(z *zones, p int) int {
	down := 0
	for gone := r.gone; gone != 0; gone &= gone - 1 {
		down += int(z.shift[lowest(gone)] >> p & 1)
	}
	return p - down
}

// best is the value of the best card.
func (s *Solver) best(r *twoRoot) int {
	if r.led == noCard {
		return s.close(0, r.thirds, guess(r.lead, r.other, r.thirds), func(goal int) int {
			return s.lead(r.lead, r.other, r.tricks, r.thirds, goal)
		})
	}
	return r.thirds - s.close(0, r.thirds, guess(r.lead, r.other, r.thirds), func(goal int) int {
		return s.answer(r.lead, r.other, r.led, r.tricks, r.thirds, goal)
	})
}

// each finds the values of all legal cards, each of a run of equal ones once.
func (s *Solver) each(r *twoRoot, v *Values) {
	best, last, equal := s.best(r), noCard, 0
	for cards := placesOf(v.Cards); cards != 0; cards &= cards - 1 {
		c := cardsOf(cards & -cards).Lowest()
		p := r.moved(s.zones, lowest(cards))
		if last == noCard || p != last+1 || s.zones.next>>p&1 == 0 {
			equal = s.one(r, p, best)
		}
		last = p
		v.Thirds[c] = int16(equal)
	}
}

// one is the value of the card of the place, which is at most best.
func (s *Solver) one(r *twoRoot, p, best int) int {
	if r.led == noCard {
		return s.close(0, best, best, func(goal int) int {
			return s.answer(r.lead, r.other, p, r.tricks, r.thirds, goal)
		})
	}
	return r.thirds - s.close(r.thirds-best, r.thirds, r.thirds-best, func(goal int) int {
		return s.trick(r.lead, r.other, r.led, p, r.tricks, r.thirds, goal)
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
