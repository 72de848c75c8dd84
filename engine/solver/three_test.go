package solver_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

// plainThree is minimax of three seats without any of the search's means.
type plainThree struct {
	hands    [3]card.Set
	declarer int
	leader   int
	trick    []card.Card
}

func (p plainThree) turn() int { return (p.leader + len(p.trick)) % 3 }

func (p plainThree) legal() card.Set {
	if len(p.trick) == 0 {
		return p.hands[p.turn()]
	}
	return p.hands[p.turn()].Follow(p.trick[0])
}

// play is what the declarer gets from c on, if that is between low and high; else
// anything on the same side of them.
func (p plainThree) play(c card.Card, low, high int) int {
	p.hands[p.turn()] &^= c.Bit()
	p.trick = append(p.trick[:len(p.trick):len(p.trick)], c)
	if len(p.trick) < 3 {
		return p.best(low, high)
	}
	taker := 0
	for i, c := range p.trick {
		if c.Beats(p.trick[taker]) {
			taker = i
		}
	}
	p.leader = (p.leader + taker) % 3
	gain := 0
	if p.leader == p.declarer {
		gain = card.SetOf(p.trick...).Thirds()
	}
	p.trick = nil
	return gain + p.best(low-gain, high-gain)
}

// best is what the declarer gets.
func (p plainThree) best(low, high int) int {
	if p.hands[p.turn()] == 0 {
		return 0
	}
	return minimax(p.legal(), p.turn() == p.declarer, low, high, p.play)
}

// endingOfThree is a random position of three seats with so many tricks left, in
// the middle of one or not.
func endingOfThree(d *enginetest.Dice, deck []card.Card, tricks int) (solver.Position, plainThree) {
	d.Shuffle(deck)
	p := plainThree{leader: d.Below(3), declarer: d.Below(3)}
	for seat := range p.hands {
		p.hands[seat] = card.SetOf(deck[seat*tricks : (seat+1)*tricks]...)
	}
	pos := solver.Position{Seats: 3, Declarer: engine.Seat(p.declarer), Trick: engine.Trick{Lead: engine.Seat(p.leader)}}
	for range d.Below(3) {
		legal := p.legal()
		c := legal.Nth(d.Below(legal.Len()))
		p.hands[p.turn()] &^= c.Bit()
		pos.Trick.Cards[pos.Trick.N] = c
		pos.Trick.N++
		p.trick = append(p.trick, c)
	}
	pos.Turn = engine.Seat(p.turn())
	copy(pos.Hands[:], p.hands[:])
	return pos, p
}

// TestEndingsOfThree compares the values of all legal cards with plain minimax,
// with a table that is kept from one ending to the next.
func TestEndingsOfThree(t *testing.T) {
	n, most := 3000, 4
	if *long {
		n, most = 100_000, 5
	}
	s, d := solver.New(1<<20), enginetest.Dice(17)
	for range n {
		pos, p := endingOfThree(&d, pack(&d), 1+d.Below(most))
		all := card.SetOf(p.trick...) | p.hands[0] | p.hands[1] | p.hands[2]
		compareValues(t, s, pos, p.legal(), func(c card.Card) int {
			v := p.play(c, 0, 210)
			if p.turn() != p.declarer {
				v = all.Thirds() - v
			}
			return v
		})
	}
	t.Logf("%d endings of up to %d tricks", n, most)
}

func TestUnsolvedTrio(t *testing.T) {
	d, deck := enginetest.Dice(20), card.Full.Cards()
	good := solver.TrioDeal(&d, deck)
	wantUnsolved(t, good, map[string]func(*solver.Position){
		"Trischaken":             func(p *solver.Position) { p.Declarer = engine.Nobody },
		"a fourth seat declares": func(p *solver.Position) { p.Declarer = 3 },
		"birds are bound":        func(p *solver.Position) { p.Kept[1] = card.Birds },
		"faces count":            func(p *solver.Position) { p.Faces = true },
		"piles":                  func(p *solver.Position) { p.Piles[0][0] = deck[:2] },
		"a whole trick":          func(p *solver.Position) { p.Trick.N = 3 },
		"a card too few":         func(p *solver.Position) { p.Hands[2] &= p.Hands[2] - 1 },
		"a card in two hands":    func(p *solver.Position) { p.Hands[2] = p.Hands[2]&(p.Hands[2]-1) | p.Hands[0].Lowest().Bit() },
	})
}

// TestTrioBudget: a whole deal of three seats is too much for a small budget, and
// then there is no value; the end allocates nothing.
func TestTrioBudget(t *testing.T) {
	d, deck := enginetest.Dice(21), card.Full.Cards()
	p, s := solver.TrioDeal(&d, deck), solver.New(8<<20)
	s.Budget = 20_000
	wantNothing(t, "small budget", solver.ErrBudget, func() (solver.Values, error) { return s.Values(t.Context(), &p) })
	solver.PlayTo(&d, &p, 6)
	s.Budget = 0
	solveWithoutAllocation(t, s, &p)
}
