package solver_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

func endingWithPiles(d *enginetest.Dice, tricks int) solver.Position {
	deck, faces := randomPack(d), d.Below(3) == 0
	if faces {
		deck = fortyPack.Cards()
	}
	p := ending(d, deck, 2, tricks)
	p.CountsFaces = faces
	for seat := range p.Seats {
		hand := deck[seat*tricks : (seat+1)*tricks]
		for i := range 3 {
			n := min(d.Below(5), len(hand)-1)
			p.Hands[seat] &^= card.SetOf(hand[:n]...)
			p.Piles[seat][i] = p.TurnUp(seat, hand[:n:n])
			hand = hand[n:]
		}
	}
	beginTrick(d, &p)
	return p
}

const fortyPack = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | 7<<22 | 7<<30 | 7<<38 | 7<<46)

func TestEndingsWithPiles(t *testing.T) {
	n, most := 3000, 5
	if *long {
		n, most = 100_000, 6
	}
	s, d := solver.New(1<<20), enginetest.Dice(18)
	for range n {
		p := endingWithPiles(&d, 1+d.Below(most))
		compareWithMinimax(t, s, p)
		for p.Hands[p.Turn].Len() > 1 {
			p.Play(p.Legal().Nth(d.Below(p.Legal().Len())))
			if d.Below(2) == 0 {
				compareWithMinimax(t, s, p)
				break
			}
		}
	}
}

// TestPileOrderIsPartOfKey checks that no value is reused for face-down cards in another order.
func TestPileOrderIsPartOfKey(t *testing.T) {
	s, d, different := solver.New(1<<20), enginetest.Dice(25), 0
	for range 100 {
		p := endingWithPiles(&d, 7)
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
			t.Errorf("%+v\n got %s\nwant %s", p, valuesText(got), valuesText(want))
		}
		if want != first {
			different++
		}
	}
	if different < 20 {
		t.Errorf("only %d of 100 reordered positions had other values", different)
	}
}

func TestUnsolvedPiles(t *testing.T) {
	good := solver.Position{Seats: 2, Hands: [engine.MaxSeats]card.Set{1<<card.Skus | 1<<22, 1<<card.Mond | 1<<23 | 1<<24}}
	good.Piles[0][1] = []card.Card{22, 40}
	valuesOf(t, solver.New(1<<20), &good)
	wantUnsolved(t, good, map[string]func(*solver.Position){
		"a pile's top that no hand holds":       func(p *solver.Position) { p.Piles[0][1] = []card.Card{30, 40} },
		"a pile's top in the other seat's hand": func(p *solver.Position) { p.Piles[0][1] = []card.Card{23, 40} },
		"a tarock on top":                       func(p *solver.Position) { p.Piles[0][1] = []card.Card{card.Skus, 40} },
		"a king on top": func(p *solver.Position) {
			p.Hands[0] = 1<<card.Skus | 1<<29
			p.Piles[0][1] = []card.Card{29, 40}
		},
		"a card in a pile and a hand": func(p *solver.Position) { p.Piles[0][1] = []card.Card{22, 24} },
		"an invalid card":             func(p *solver.Position) { p.Piles[0][1] = []card.Card{22, 60} },
		"a card in two piles": func(p *solver.Position) {
			p.Piles[0][0] = []card.Card{22, 40}
		},
		"birds are bound": func(p *solver.Position) { p.GuardedBirds[0] = card.Birds },
	})
}
