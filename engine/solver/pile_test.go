package solver_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

// plainPiles is minimax with piles without any of the search's means.
type plainPiles struct {
	plainTricks // open tops among the hands
	piles       [2][3][]card.Card
	faces       bool
}

func (p *plainPiles) uncover() {
	for seat := range p.piles {
		for i := range p.piles[seat] {
			pile := &p.piles[seat][i]
			if len(*pile) > 0 && (*pile)[0] != 0 && p.hands[seat].Has((*pile)[0]) {
				continue // still open
			}
			for len(*pile) > 0 {
				*pile = (*pile)[1:]
				if len(*pile) == 0 {
					break
				}
				c := (*pile)[0]
				p.hands[seat] |= c.Bit()
				if c.Suit() != card.Tarock && (c.Face() != 5) {
					break
				}
			}
		}
	}
}

func (p *plainPiles) legal() card.Set {
	if p.open {
		return p.hands[p.turn].Follow(p.led)
	}
	return p.hands[p.turn]
}

// countBy is what cards count, by faces with forty cards.
func countBy(faces bool, cards card.Set) (sum int) {
	for c := range cards.All() {
		switch {
		case !faces:
			sum += 3*c.Face() - 2
		case c.Suit() == card.Tarock || c.Face() > 1:
			sum += 3 * c.Face()
		}
	}
	return sum
}

// play is what seat 0 gets from c on, if that is between low and high; else
// anything on the same side of them.
func (p plainPiles) play(c card.Card, low, high int) int {
	trick := p.lay(c)
	if trick == 0 {
		return p.best(low, high)
	}
	p.uncover()
	gain := 0
	if p.turn == 0 {
		gain = countBy(p.faces, trick)
	}
	return gain + p.best(low-gain, high-gain)
}

// best is what seat 0 gets.
func (p plainPiles) best(low, high int) int {
	if p.hands[p.turn] == 0 {
		return 0
	}
	return minimax(p.legal(), p.turn == 0, low, high, p.play)
}

// rest is what is still to be taken.
func (p plainPiles) rest() int {
	all := p.hands[0] | p.hands[1]
	for _, piles := range p.piles {
		for _, pile := range piles {
			if len(pile) > 0 {
				all |= card.SetOf(pile[1:]...)
			}
		}
	}
	if p.open {
		all |= p.led.Bit()
	}
	return countBy(p.faces, all)
}

// endingWithPiles is a random position with piles and so many tricks left, in the
// middle of one or not, by the one count or the other.
func endingWithPiles(d *enginetest.Dice, tricks int) (solver.Position, plainPiles) {
	deck := pack(d)
	p := plainPiles{}
	p.turn = d.Below(2)
	if d.Below(3) == 0 {
		p.faces, deck = true, fortyPack.Cards()
	}
	d.Shuffle(deck)
	for seat := range 2 {
		mine := append([]card.Card(nil), deck[seat*tricks:(seat+1)*tricks]...)
		for i := range 3 {
			n := min(d.Below(5), len(mine)-1)
			if n < 1 {
				continue
			}
			// The first is nothing: uncovering begins under it.
			p.piles[seat][i] = append([]card.Card{0}, mine[:n]...)
			mine = mine[n:]
		}
		p.hands[seat] = card.SetOf(mine...)
	}
	p.uncover()
	if d.Below(2) == 0 {
		legal := p.legal()
		p.lay(legal.Nth(d.Below(legal.Len())))
	}
	pos := p.position()
	pos.Faces = p.faces
	copy(pos.Piles[:], p.piles[:])
	return pos, p
}

// fortyPack is the cards that forty are played with.
const fortyPack = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | 7<<22 | 7<<30 | 7<<38 | 7<<46)

// TestEndingsWithPiles compares the values of all legal cards with plain minimax,
// with a table that is kept, and goes on with the same piles after a card.
func TestEndingsWithPiles(t *testing.T) {
	n, most := 3000, 5
	if *long {
		n, most = 100_000, 6
	}
	s, d := solver.New(1<<20), enginetest.Dice(18)
	for range n {
		pos, p := endingWithPiles(&d, 1+d.Below(most))
		compareWithPiles(t, s, pos, p)
		for pos.Hands[pos.Turn].Len() > 1 {
			pos.Play(pos.Legal().Nth(d.Below(pos.Legal().Len())))
			p.plainTricks = plainTricks{hands: [2]card.Set(pos.Hands[:2]), turn: int(pos.Turn), led: pos.Trick.Cards[0], open: pos.Trick.N > 0}
			p.piles = [2][3][]card.Card(pos.Piles[:2])
			if d.Below(2) == 0 {
				compareWithPiles(t, s, pos, p)
				break
			}
		}
	}
	t.Logf("%d endings of up to %d tricks", n, most)
}

// TestOtherPiles: with the same cards face down in another order the same solver finds
// what a fresh one does, and not what it remembers.
func TestOtherPiles(t *testing.T) {
	s, d, different := solver.New(1<<20), enginetest.Dice(25), 0
	for range 100 {
		p, _ := endingWithPiles(&d, 7)
		first := valuesOf(t, s, &p)
		for seat := range p.Piles {
			for i, pile := range p.Piles[seat] {
				if len(pile) > 2 {
					p.Piles[seat][i] = slices.Clone(pile)
					slices.Reverse(p.Piles[seat][i][1:])
				}
			}
		}
		got, want := valuesOf(t, s, &p), valuesOf(t, solver.New(1<<20), &p)
		if got != want {
			t.Errorf("%+v\n got %s\nwant %s", p, listed(got), listed(want))
		}
		if want != first {
			different++
		}
	}
	if different < 20 {
		t.Errorf("the order made a difference %d times", different)
	}
}

func compareWithPiles(t *testing.T, s *solver.Solver, pos solver.Position, p plainPiles) {
	t.Helper()
	compareValues(t, s, pos, p.legal(), func(c card.Card) int {
		v := p.play(c, 0, 1000)
		if p.turn == 1 {
			v = p.rest() - v
		}
		return v
	})
}

func TestUnsolvedPiles(t *testing.T) {
	good := solver.Position{Seats: 2, Hands: [engine.MaxSeats]card.Set{1<<card.Skus | 1<<22, 1<<card.Mond | 1<<23 | 1<<24}}
	good.Piles[0][1] = []card.Card{22, 40}
	valuesOf(t, solver.New(1<<20), &good)
	wantUnsolved(t, good, map[string]func(*solver.Position){
		"a top that nobody has":   func(p *solver.Position) { p.Piles[0][1] = []card.Card{30, 40} },
		"a top of the other seat": func(p *solver.Position) { p.Piles[0][1] = []card.Card{23, 40} },
		"a tarock on top":         func(p *solver.Position) { p.Piles[0][1] = []card.Card{card.Skus, 40} },
		"a king on top": func(p *solver.Position) {
			p.Hands[0] = 1<<card.Skus | 1<<29
			p.Piles[0][1] = []card.Card{29, 40}
		},
		"a card in a pile and a hand": func(p *solver.Position) { p.Piles[0][1] = []card.Card{22, 24} },
		"what is no card":             func(p *solver.Position) { p.Piles[0][1] = []card.Card{22, 60} },
		"a card in two piles": func(p *solver.Position) {
			p.Piles[0][0] = []card.Card{22, 40}
		},
		"birds are bound": func(p *solver.Position) { p.Kept[0] = card.Birds },
	})
}
