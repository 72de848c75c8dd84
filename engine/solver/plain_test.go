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
	"tarockbot/engine/solver"
)

// minimax is the best that the cards bring by play for who wants the most, or the
// least, if that is between low and high; else anything on the same side of them.
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

// plainTricks is tricks of two seats.
type plainTricks struct {
	hands [2]card.Set
	turn  int
	led   card.Card
	open  bool // a card lies
}

// lay plays a card of the seat in turn. If that ends the trick, it returns its cards,
// and the taker is in turn.
func (p *plainTricks) lay(c card.Card) (trick card.Set) {
	p.hands[p.turn] &^= c.Bit()
	p.turn = 1 - p.turn
	if !p.open {
		p.led, p.open = c, true
		return 0
	}
	p.open = false
	if c.Beats(p.led) {
		p.turn = 1 - p.turn
	}
	return c.Bit() | p.led.Bit()
}

// position is the tricks as the solver gets them.
func (p *plainTricks) position() solver.Position {
	pos := solver.Position{Seats: 2, Turn: engine.Seat(p.turn)}
	pos.Trick.Lead = pos.Turn
	if p.open {
		pos.Trick.Lead = 1 - pos.Turn
		pos.Trick.N, pos.Trick.Cards[0] = 1, p.led
	}
	copy(pos.Hands[:], p.hands[:])
	return pos
}

// compareValues holds what the solver finds to the values of the legal cards.
func compareValues(t *testing.T, s *solver.Solver, pos solver.Position, legal card.Set, value func(card.Card) int) {
	t.Helper()
	got := valuesOf(t, s, &pos)
	want := solver.Values{Cards: legal}
	for c := range legal.All() {
		want.Thirds[c] = int16(value(c))
	}
	if got != want {
		t.Fatalf("%+v\n got %s\nwant %s", pos, listed(got), listed(want))
	}
	if best, err := s.Value(context.Background(), &pos); err != nil || best != want.Best() {
		t.Fatalf("%+v: Value = %d, %v, want %d", pos, best, err, want.Best())
	}
}

// wantNothing demands the error and no value.
func wantNothing[V comparable](t *testing.T, name string, want error, solve func() (V, error)) {
	t.Helper()
	var nothing V
	if v, err := solve(); !errors.Is(err, want) || v != nothing {
		t.Errorf("%s: %v, %v, want nothing and %v", name, v, err, want)
	}
}

// wantUnsolved spoils a position that could be solved.
func wantUnsolved(t *testing.T, good solver.Position, spoil map[string]func(*solver.Position)) {
	t.Helper()
	s := solver.New(1 << 20)
	for name, spoil := range spoil {
		p := good
		spoil(&p)
		wantNothing(t, name, solver.ErrUnsolved, func() (solver.Values, error) { return s.Values(t.Context(), &p) })
		wantNothing(t, name, solver.ErrUnsolved, func() (solver.Values, error) { return s.Estimates(t.Context(), &p, 3) })
		wantNothing(t, name, solver.ErrUnsolved, func() (int, error) { return s.Value(t.Context(), &p) })
	}
}

// valuesOf solves the position.
func valuesOf(t *testing.T, s *solver.Solver, p *solver.Position) solver.Values {
	t.Helper()
	v, err := s.Values(t.Context(), p)
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return v
}

// solveWithoutAllocation solves the position with an empty table.
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

func listed(v solver.Values) string {
	var b strings.Builder
	for c := range v.Cards.All() {
		fmt.Fprintf(&b, "%s %d ", c, v.Thirds[c])
	}
	return b.String()
}
