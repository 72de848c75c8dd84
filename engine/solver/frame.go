package solver

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// heaps are the piles of a position that have cards lying face down.
type heaps [pileSeats * pileCount][]card.Card

func (p *Position) heaps() (h heaps) {
	for seat := range pileSeats {
		for i, pile := range p.Piles[seat] {
			if len(pile) > 1 {
				h[seat*pileCount+i] = pile
			}
		}
	}
	return h
}

// any says whether there are such piles.
func (h *heaps) any() bool {
	return slices.ContainsFunc(h[:], func(pile []card.Card) bool { return len(pile) > 0 })
}

// faceDown are the cards of the seat's piles under their tops.
func (p *Position) faceDown(seat engine.Seat) (cards card.Set) {
	for _, pile := range p.Piles[seat] {
		if len(pile) > 1 {
			cards |= card.SetOf(pile[1:]...)
		}
	}
	return cards
}

// serves says whether the frame's piles end with all of these.
func (f *frame) serves(h *heaps, faces bool) bool {
	if f.faces != faces {
		return false
	}
	for i, pile := range h {
		mine := &f.piles[i]
		if len(pile) > int(mine.n) {
			return false
		}
		for j, c := range pile {
			if int(mine.at[int(mine.n)-len(pile)+j]) != placeOf(c) {
				return false
			}
		}
	}
	return true
}

// build makes the frame for the piles.
func (f *frame) build(h *heaps, faces bool) {
	*f = frame{faces: faces}
	for i, pile := range h {
		for _, c := range pile {
			p := placeOf(c)
			f.piles[i].at[f.piles[i].n] = int8(p)
			f.piles[i].n++
			f.of[p] = int8(i + 1)
			f.cards[i/pileCount] |= 1 << p
		}
	}
	f.zones = zonesAround(f.cards[0] | f.cards[1])
	for c := range card.Card(card.Count) {
		p := placeOf(c)
		if f.value[p] = board.thirds[p]; faces {
			f.value[p] = faceOf(c)
		}
	}
}

// zonesAround are the zones where some places' cards don't move.
func zonesAround(fixed uint64) (z zones) {
	for p := range places {
		z.keep[p] = ^(1 << p)
	}
	for first := 0; first < places; first++ {
		last := first
		for fixed>>first&1 == 0 && last+1 < places && freeZones.next>>(last+1)&1 != 0 && fixed>>(last+1)&1 == 0 {
			last++
		}
		if last > first {
			z.add(first, last)
			first = last
		}
	}
	return z
}

// settle gets the memory ready for the piles of a position.
func (s *Solver) settle(h *heaps, faces bool) {
	if !s.frame.serves(h, faces) {
		s.frame.build(h, faces)
		s.Forget()
	}
}

// piled is the root at the start of its trick, with the piles of the frame.
func (r *root) piled(f *frame) piled {
	p := piled{lead: int8(r.leader), tricks: int8(r.tricks), left: r.total, hidden: r.hidden}
	p.hands[r.leader&1], p.hands[1-r.leader&1] = r.hands[0], r.hands[1]
	for i := range p.top {
		p.top[i] = f.piles[i].n - int8(len(r.heaps[i]))
	}
	return p
}

// bestOfPiled is best with piles.
func (s *Solver) bestOfPiled(r *root) int {
	p := r.piled(&s.frame)
	mine, theirs := r.hands[0]|r.hidden&s.frame.cards[p.lead&1], r.hands[1]|r.hidden&s.frame.cards[1-p.lead&1]
	all := thirdsOf(mine | theirs)
	first := guess(mine, theirs, all) * r.total / all
	if r.n == 0 {
		return s.close(0, r.total, first, func(goal int) int { return s.leadPiled(&p, goal) })
	}
	return r.total - s.close(0, r.total, first, func(goal int) int { return s.answerPiled(&p, r.played[0], goal) })
}

// oneOfPiled is one with piles.
func (s *Solver) oneOfPiled(r *root, at, best int) int {
	p := r.piled(&s.frame)
	if r.n == 0 {
		return s.close(0, best, best, func(goal int) int { return s.answerPiled(&p, at, goal) })
	}
	return r.total - s.close(r.total-best, r.total, r.total-best, func(goal int) int {
		return s.trickPiled(&p, r.played[0], at, goal)
	})
}

// uncover ends a trick: tops that were played leave their piles, and what lay
// below is turned up.
func (p *Position) uncover() {
	for seat := range p.Piles {
		for i, pile := range p.Piles[seat] {
			if len(pile) > 0 && !p.Hands[seat].Has(pile[0]) {
				p.Piles[seat][i] = p.turnUp(seat, pile[1:])
			}
		}
	}
}

// turnUp turns cards of a pile up till one stays on it. Tarocks and kings go to
// the hand.
func (p *Position) turnUp(seat int, pile []card.Card) []card.Card {
	for i, c := range pile {
		p.Hands[seat] |= c.Bit()
		if c.Suit() != card.Tarock && !card.Kings.Has(c) {
			return pile[i:]
		}
	}
	return nil
}

// pilesGood says whether the piles can be: their cards different ones, each top in
// its seat's hand or just played by it, and each of a suit and no king.
func (p *Position) pilesGood() bool {
	var all card.Set
	for seat := range p.Piles {
		open := p.Hands[seat]
		for i := range int(p.Trick.N) {
			if p.Trick.By(i, p.Seats) == engine.Seat(seat) {
				open |= p.Trick.Cards[i].Bit()
			}
		}
		for _, pile := range p.Piles[seat] {
			if len(pile) == 0 {
				continue
			}
			if slices.ContainsFunc(pile, func(c card.Card) bool { return c >= card.Count }) || !open.Has(pile[0]) || pile[0].Bit()&(card.AllTarocks|card.Kings) != 0 {
				return false
			}
			for _, c := range pile {
				if all.Has(c) {
					return false
				}
				all |= c.Bit()
			}
		}
	}
	return true
}
