package solver_test

import (
	"context"
	"errors"
	"flag"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

var long = flag.Bool("long", false, "compare 100,000 longer endings of each kind with plain minimax, and 10,000 of each rule set with an exhaustive search")

func randomPack(d *enginetest.Dice) []card.Card {
	switch d.Below(5) {
	case 0:
		return card.Full.Cards()
	case 1:
		return (card.PlainSuits | card.Trull | card.Birds).Cards()
	case 2:
		return (card.AllTarocks | card.Kings | card.Diamonds.Cards()).Cards()
	case 3:
		return (card.Birds | card.Spades.Cards() | card.Clubs.Cards()).Cards()
	default:
		return (card.Hearts.Cards() | card.Clubs.Cards() | card.Trull | card.Birds | 1<<10 | 1<<11).Cards()
	}
}

func TestEndings(t *testing.T) {
	n, most := 3000, 5
	if *long {
		n, most = 100_000, 7
	}
	s, d := solver.New(1<<20), enginetest.Dice(7)
	for i := range n {
		p := ending(&d, randomPack(&d), 2, 1+d.Below(most))
		if d.Below(3) == 0 {
			p.GuardedBirds = [engine.MaxSeats]card.Set{card.Set(d.Below(16)), card.Set(d.Below(16))}
		}
		beginTrick(&d, &p)
		compareWithMinimax(t, s, p)
		if i%10 == 0 { // the same cards without kept birds
			p.GuardedBirds = [engine.MaxSeats]card.Set{}
			compareWithMinimax(t, s, p)
		}
	}
}

func TestEndingsOfThree(t *testing.T) {
	n, most := 3000, 4
	if *long {
		n, most = 100_000, 5
	}
	s, d := solver.New(1<<20), enginetest.Dice(17)
	for range n {
		p := ending(&d, randomPack(&d), 3, 1+d.Below(most))
		beginTrick(&d, &p)
		compareWithMinimax(t, s, p)
	}
}

func TestBestLine(t *testing.T) {
	s, d, deck := solver.New(8<<20), enginetest.Dice(8), card.Full.Cards()
	for range 20 {
		p := solver.PutAwayDeal(&d, deck)
		s.Forget()
		want, err := s.Value(context.Background(), &p)
		if err != nil {
			t.Fatal(err)
		}
		line, first, taken := p, p.Turn, [2]int{}
		for p.Hands[p.Turn] != 0 {
			trick := p.Trick.Set()
			c := bestCard(t, s, &p)
			if p.Play(c); p.Trick.N == 0 {
				taken[p.Turn] += (trick | c.Bit()).Thirds()
			}
		}
		if got := taken[first]; got != want {
			t.Errorf("%s against %s: the best line takes %d, the value is %d", line.Hands[first], line.Hands[1-first], got, want)
		}
	}
}

func bestCard(t *testing.T, s *solver.Solver, p *solver.Position) card.Card {
	t.Helper()
	v := valuesOf(t, s, p)
	for c := range v.Cards.All() {
		if int(v.Thirds[c]) == v.Best() {
			return c
		}
	}
	t.Fatalf("no card of %s has the best value", v.Cards)
	return 0
}

// TestEstimates checks that old table entries change no estimate, and that the last tricks are exact.
func TestEstimates(t *testing.T) {
	kept, d, deck := solver.New(1<<20), enginetest.Dice(9), card.Full.Cards()
	for range 100 {
		p := solver.PutAwayDeal(&d, deck)
		for plays := d.Below(24); plays > 0; plays-- {
			legal := p.Legal()
			p.Play(legal.Nth(d.Below(legal.Len())))
		}
		got, err := kept.Estimates(context.Background(), &p, 3)
		if err != nil {
			t.Fatal(err)
		}
		fresh := solver.New(1 << 20)
		want, err := fresh.Estimates(context.Background(), &p, 3)
		if p.Hands[p.Turn].Len() <= 10 && err == nil {
			want, err = fresh.Values(context.Background(), &p)
		}
		if err != nil || got != want {
			t.Fatalf("%+v, %v:\n got %s\nwant %s", p, err, valuesText(got), valuesText(want))
		}
	}
}

func TestUnsolved(t *testing.T) {
	d, deck := enginetest.Dice(10), card.Full.Cards()
	good := solver.PutAwayDeal(&d, deck)
	wantUnsolved(t, good, map[string]func(*solver.Position){
		"three seats":          func(p *solver.Position) { p.Seats = 3 },
		"no seats":             func(p *solver.Position) { p.Seats = 0 },
		"nobody's turn":        func(p *solver.Position) { p.Turn = engine.Nobody },
		"a third seat's turn":  func(p *solver.Position) { p.Turn = 2 },
		"no cards":             func(p *solver.Position) { p.Hands = [engine.MaxSeats]card.Set{} },
		"a card too few":       func(p *solver.Position) { p.Hands[1] &= p.Hands[1] - 1 },
		"a card in both hands": func(p *solver.Position) { p.Hands[1] = p.Hands[1]&(p.Hands[1]-1) | p.Hands[0].Lowest().Bit() },
		"an invalid card":      func(p *solver.Position) { p.Hands[1] = p.Hands[1]&(p.Hands[1]-1) | 1<<60 },
		"a whole trick":        func(p *solver.Position) { p.Trick.N = 2 },
		"fewer than no cards":  func(p *solver.Position) { p.Trick.N = -1 },
		"a card both played and held": func(p *solver.Position) {
			p.Trick.N, p.Trick.Cards[0] = 1, p.Hands[0].Lowest()
			p.Hands[1] &= p.Hands[1] - 1
		},
	})
}

type countdownContext struct {
	context.Context
	checksLeft int
}

func (c *countdownContext) Err() error {
	if c.checksLeft--; c.checksLeft < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedSearchLeavesNoWrongValue checks that an interrupted call changes no later value.
func TestInterruptedSearchLeavesNoWrongValue(t *testing.T) {
	d, deck := enginetest.Dice(24), card.Full.Cards()
	for range 20 {
		two, trio := solver.PutAwayDeal(&d, deck), solver.TrioDeal(&d, deck)
		solver.PlayTo(&d, &two, 11)
		solver.PlayTo(&d, &trio, 7)
		for _, p := range []solver.Position{two, trio, endingWithPiles(&d, 9)} {
			compareAfterInterruptions(t, &p)
		}
	}
}

func compareAfterInterruptions(t *testing.T, p *solver.Position) {
	t.Helper()
	s, want := solver.New(1<<20), valuesOf(t, solver.New(1<<20), p)
	for s.Budget = 20; ; s.Budget += s.Budget/8 + 1 {
		got, err := s.Values(context.Background(), p)
		if errors.Is(err, solver.ErrBudget) {
			continue
		}
		if err != nil || got != want {
			t.Errorf("%+v\n with a budget of %d got %s, %v\nwant %s", p, s.Budget, valuesText(got), err, valuesText(want))
		}
		return
	}
}

func TestValueInterrupted(t *testing.T) {
	d, deck := enginetest.Dice(11), card.Full.Cards()
	p := solver.PutAwayDeal(&d, deck)
	want, err := solver.New(8<<20).Value(context.Background(), &p)
	if err != nil {
		t.Fatal(err)
	}
	s := solver.New(8 << 20)
	for budget := 1; budget < 4000; budget = budget*3 + 1 {
		s.Budget = budget
		wantError(t, "small budget", solver.ErrBudget, func() (solver.Values, error) { return s.Values(t.Context(), &p) })
		if n := s.Nodes(); n > budget+300 {
			t.Errorf("budget %d: %d cards played", budget, n)
		}
	}
	s.Budget = 0
	for asked := range 3 {
		wantError(t, "context canceled", context.Canceled, func() (int, error) {
			return s.Value(&countdownContext{t.Context(), asked}, &p)
		})
	}
	last := p
	solver.PlayTo(&d, &last, 1)
	over := &countdownContext{t.Context(), 0}
	wantError(t, "canceled before the last trick", context.Canceled, func() (int, error) { return s.Value(over, &last) })
	wantError(t, "estimates", context.Canceled, func() (solver.Values, error) { return s.Estimates(over, &p, 3) })
	if got, err := s.Value(context.Background(), &p); err != nil || got != want {
		t.Errorf("after the interruptions the value is %d, %v, want %d", got, err, want)
	}
}

func TestNoAllocation(t *testing.T) {
	d, deck := enginetest.Dice(12), card.Full.Cards()
	p, s := solver.PutAwayDeal(&d, deck), solver.New(8<<20)
	solveWithoutAllocation(t, s, &p)
}
