// Package solver computes exact values of cards in positions with all hands open. Start reading at Solver.Values,
// PositionOf and, for game points, Solver.Points.
//
// Each search is a null-window alpha-beta search with a transposition table, hash moves, move ordering and equivalence
// of cards (zones). converge repeats it by MTD(f).
//
// twoSearch, threeSearch and pileSearch are one algorithm, written three times because sharing the table access cost
// 4 % of the speed. Apply a change of one to all three.
package solver

import (
	"context"
	"errors"
	"slices"

	"tarockbot/engine/card"
)

// Values holds the values of the legal cards of the seat in turn. A card's value is the number of thirds that its side
// wins, from the running trick on, if the card is played and both sides then play best for their thirds.
type Values struct {
	Cards  card.Set
	Thirds [card.Count]int16 // 0 for illegal cards
}

// Best returns the highest value.
func (v *Values) Best() int { return int(slices.Max(v.Thirds[:])) }

// Values, Estimate and Points return these errors, or wrap the context's error.
var (
	ErrBudget   = errors.New("solver: the budget is used up")
	ErrUnsolved = errors.New("solver: not a position that can be solved")
)

// Solver solves positions. Its table speeds up later calls and never changes a value. Only one goroutine may use a
// Solver at a time.
type Solver struct {
	// Budget limits the cards that a call may play in its search; 0 means no limit. A call may exceed it by a few
	// hundred.
	Budget int

	call   call
	root   root
	next   root // storage for cardValue, which must not allocate
	mode   mode
	tricks int
	table  table

	two        twoSearch
	three      threeSearch
	piles      pileSearch
	pointTable *pointTable // nil until the first call of Points
}

// mode holds everything besides the cards that affects a value. A table serves one mode.
type mode struct {
	kind    searchKind
	faces   bool
	kept    set
	horizon int // with this many tricks left, positions are estimated; 0: never
}

type searchKind int

const (
	twoSeats searchKind = iota
	twoWithPiles
	threeSeats
)

func kindOf(p *Position, r *root) searchKind {
	switch {
	case p.Seats == 3:
		return threeSeats
	case r.hidden != 0 || p.CountsFaces:
		return twoWithPiles
	default:
		return twoSeats
	}
}

const maxTable = 64 << 20

// New returns a Solver with a table of at most the given number of bytes, and at most 64 MB. A table of 8 MB is enough
// for whole deals of two seats.
func New(bytes int) *Solver {
	s := &Solver{table: makeTable(min(bytes, maxTable))}
	s.two = twoSearch{call: &s.call, table: &s.table}
	s.three = threeSearch{call: &s.call, table: &s.table}
	s.piles = pileSearch{call: &s.call, table: &s.table}
	s.piles.plain = twoSearch{call: &s.call, table: &s.table, zones: &freeZones}
	return s
}

// Forget empties the table.
func (s *Solver) Forget() { s.table.forget() }

// Nodes returns the number of cards that the last call played.
func (s *Solver) Nodes() int { return s.call.nodes }

// Values returns the values of the legal cards of the seat in turn. It returns ErrUnsolved, ErrBudget or the context's
// error.
func (s *Solver) Values(ctx context.Context, p *Position) (Values, error) {
	by, err := s.start(ctx, p, toTheEnd)
	if err != nil {
		return Values{}, err
	}
	v := Values{Cards: p.Legal()}
	s.allValues(by, &v)
	if s.call.err != nil {
		return Values{}, s.call.err
	}
	return v, nil
}

const toTheEnd = card.Count

const exactTricks = 10

// Estimate returns the value of the best card of the seat in turn. With two seats, no piles and more than ten tricks
// left, it searches only the given number of tricks and estimates the rest. It returns the same errors as Values.
func (s *Solver) Estimate(ctx context.Context, p *Position, tricks int) (int, error) {
	by, err := s.start(ctx, p, tricks)
	if err != nil {
		return 0, err
	}
	best := s.bestValue(by) * s.root.unit
	if s.call.err != nil {
		return 0, s.call.err
	}
	return best, nil
}

func (s *Solver) start(ctx context.Context, p *Position, tricks int) (searcher, error) {
	s.call = call{ctx: ctx, budget: s.Budget}
	r, ok := newRoot(p)
	if !ok {
		return nil, ErrUnsolved
	}
	if s.call.checkLimits() {
		return nil, s.call.err
	}
	s.root = r
	s.setMode(modeOf(p, &r, tricks))
	by := s.searcherOf()
	s.root.compact()
	return by, nil
}

func modeOf(p *Position, r *root, tricks int) mode {
	m := mode{kind: kindOf(p, r), faces: p.CountsFaces}
	for i := range p.Seats {
		m.kept |= placesOf(p.GuardedBirds[i] & p.Hands[i] & birdsWaiting(r.tricks))
	}
	if r.tricks > exactTricks && m.kind == twoSeats {
		m.horizon = max(r.tricks-max(tricks, 1), 0)
	}
	return m
}

func (s *Solver) setMode(m mode) {
	if m != s.mode || s.root.tricks > s.tricks && s.table.crowded() {
		s.Forget()
	}
	s.mode, s.tricks = m, s.root.tricks
}

func (s *Solver) searcherOf() searcher {
	switch s.mode.kind {
	case threeSeats:
		s.table.layout = threeEntries
		return &s.three
	case twoWithPiles:
		s.table.layout = pileEntries
		s.piles.prepare(&s.root, s.mode)
		return &s.piles
	default:
		s.table.layout = twoEntries
		s.two.prepare(&s.root, s.mode)
		return &s.two
	}
}
