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
	got, err := s.Values(context.Background(), &pos)
	if err != nil {
		t.Fatalf("%+v: %v", pos, err)
	}
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

// wantUnsolved tries a position that can't be solved.
func wantUnsolved(t *testing.T, s *solver.Solver, name string, p solver.Position) {
	t.Helper()
	if v, err := s.Values(context.Background(), &p); !errors.Is(err, solver.ErrUnsolved) || v != (solver.Values{}) {
		t.Errorf("%s: Values = %s, %v, want nothing and ErrUnsolved", name, listed(v), err)
	}
	if v, err := s.Estimates(context.Background(), &p, 3); !errors.Is(err, solver.ErrUnsolved) || v != (solver.Values{}) {
		t.Errorf("%s: Estimates = %s, %v, want nothing and ErrUnsolved", name, listed(v), err)
	}
	if v, err := s.Value(context.Background(), &p); !errors.Is(err, solver.ErrUnsolved) || v != 0 {
		t.Errorf("%s: Value = %d, %v, want 0 and ErrUnsolved", name, v, err)
	}
}

// solveWithoutAllocation solves the position with an empty table.
func solveWithoutAllocation(t *testing.T, s *solver.Solver, p *solver.Position) {
	t.Helper()
	allocated := testing.AllocsPerRun(2, func() {
		s.Forget()
		if _, err := s.Values(context.Background(), p); err != nil {
			t.Fatal(err)
		}
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
