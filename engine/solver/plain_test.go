package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

// minimax returns the best value of the cards. A result outside low to high may be inexact.
func minimax(cards card.Set, most bool, low, high int, play func(c card.Card, low, high int) int) int {
	best := math.MaxInt
	if most {
		best = math.MinInt
	}
	for c := range cards.All() {
		v := play(c, low, high)
		if most {
			best = max(best, v)
			low = max(low, v)
		} else {
			best = min(best, v)
			high = min(high, v)
		}
		if low >= high {
			break
		}
	}
	return best
}

// valueAfter returns the declarer's thirds after the card, by plain minimax. With two seats, seat 0 is the declarer.
func valueAfter(p solver.Position, c card.Card, low, high int) (gain int) {
	trick := p.Trick.Set() | c.Bit()
	if p.Play(c); p.Trick.N == 0 && p.Turn == p.Declarer {
		gain = countBy(p.CountsFaces, trick)
	}
	if p.Hands[p.Turn] == 0 {
		return gain
	}
	return gain + minimax(p.Legal(), p.Turn == p.Declarer, low-gain, high-gain, func(c card.Card, low, high int) int {
		return valueAfter(p, c, low, high)
	})
}

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

func ending(d *enginetest.Dice, deck []card.Card, seats, tricks int) solver.Position {
	d.Shuffle(deck)
	p := solver.Position{Seats: seats, Turn: engine.Seat(d.Below(seats))}
	if seats == 3 {
		p.Declarer = engine.Seat(d.Below(seats))
	}
	for seat := range seats {
		p.Hands[seat] = card.SetOf(deck[seat*tricks : (seat+1)*tricks]...)
	}
	return p
}

func beginTrick(d *enginetest.Dice, p *solver.Position) {
	for range d.Below(p.Seats) {
		p.Play(p.Legal().Nth(d.Below(p.Legal().Len())))
	}
}

func compareWithMinimax(t *testing.T, s *solver.Solver, p solver.Position) {
	t.Helper()
	all := p.Trick.Set()
	for seat, hand := range p.Hands {
		all |= hand
		for _, pile := range p.Piles[seat] {
			all |= card.SetOf(pile...)
		}
	}
	got, want := valuesOf(t, s, &p), solver.Values{Cards: p.Legal()}
	for c := range want.Cards.All() {
		value := valueAfter(p, c, 0, 1000)
		if p.Turn != p.Declarer {
			value = countBy(p.CountsFaces, all) - value
		}
		want.Thirds[c] = int16(value)
	}
	if got != want {
		t.Fatalf("%+v\n got %s\nwant %s", p, valuesText(got), valuesText(want))
	}
	if best, err := s.Value(context.Background(), &p); err != nil || best != want.Best() {
		t.Fatalf("%+v: Value = %d, %v, want %d", p, best, err, want.Best())
	}
}

func wantError[V comparable](t *testing.T, name string, want error, solve func() (V, error)) {
	t.Helper()
	var zero V
	if v, err := solve(); !errors.Is(err, want) || v != zero {
		t.Errorf("%s: got %v, %v, want the zero value and error %v", name, v, err, want)
	}
}

func wantUnsolved(t *testing.T, good solver.Position, spoil map[string]func(*solver.Position)) {
	t.Helper()
	s := solver.New(1 << 20)
	for name, spoil := range spoil {
		p := good
		spoil(&p)
		wantError(t, name, solver.ErrUnsolved, func() (solver.Values, error) { return s.Values(t.Context(), &p) })
		wantError(t, name, solver.ErrUnsolved, func() (solver.Values, error) { return s.Estimates(t.Context(), &p, 3) })
		wantError(t, name, solver.ErrUnsolved, func() (int, error) { return s.Value(t.Context(), &p) })
	}
}

func valuesOf(t *testing.T, s *solver.Solver, p *solver.Position) solver.Values {
	t.Helper()
	v, err := s.Values(t.Context(), p)
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return v
}

func solveWithoutAllocation(t *testing.T, s *solver.Solver, p *solver.Position) {
	t.Helper()
	allocated := testing.AllocsPerRun(2, func() {
		s.Forget()
		valuesOf(t, s, p)
	})
	if allocated != 0 {
		t.Errorf("solving %d tricks allocates %.0f times", p.Tricks(), allocated)
	}
}

func valuesText(v solver.Values) string {
	var b strings.Builder
	for c := range v.Cards.All() {
		fmt.Fprintf(&b, "%s %d ", c, v.Thirds[c])
	}
	return b.String()
}
