// Package solver finds what cards are worth when all hands are open.
//
// Start at Solver and its Values. A Position is any moment in the tricks of a
// deal, and PositionOf makes one of a deal. Values are exact, or there is an error; an
// Estimate is what it is called.
//
// A Solver picks one of the searches: twoSearch in two.go, threeSearch in three.go,
// pileSearch of Strohmandeln's piles in piled.go. They share the hands of hand.go,
// the memory of table.go and the limits of call.go. root.go asks a search whether a
// value reaches a goal until it knows the value. Files named after a search and root
// say how it begins, those with moves which cards it tries, those with bounds what a
// position brings at least and at most. pointSearch in points.go finds game points
// instead.
package solver

import (
	"context"
	"errors"

	"tarockbot/engine/card"
)

// Values are what the legal cards of the seat in turn are worth: the thirds of
// the running trick, cards already in it included, and of all later tricks that
// its side takes if the card is played and both sides then play best for their
// own thirds.
type Values struct {
	Cards  card.Set // the legal cards
	Thirds [card.Count]int16
}

// Best is the highest value.
func (v *Values) Best() int {
	best := int16(0)
	for cards := v.Cards; cards != 0; cards &= cards - 1 {
		best = max(best, v.Thirds[cards.Lowest()])
	}
	return int(best)
}

// What there is instead of a value; the error of a context comes wrapped.
var (
	ErrBudget   = errors.New("solver: the budget is used up")
	ErrUnsolved = errors.New("solver: not a position that can be solved")
)

// Solver solves positions one after the other; it isn't for use by several
// goroutines at once. What it remembers of a position makes others quicker and
// never changes a value.
type Solver struct {
	// Budget is how many cards a call may play in its search, and a few hundred
	// more on the way out; 0 is no limit.
	Budget int

	call   call // the last one
	root   root // its position
	next   root // the root after one more card, for valueOf: here, it need not be allocated
	mode   mode
	tricks int // of the last position
	table  table

	two        twoSearch
	three      threeSearch
	piles      pileSearch
	pointTable *pointTable // once Points is asked
}

// mode is all that the value of hands depends on besides them. A table serves
// one mode.
type mode struct {
	seats    int
	hasPiles bool
	kept     uint64 // the places of birds bound to their tricks
	horizon  int    // with so many tricks left values are estimated; 0: never
}

// maxTable is the largest table in bytes.
const maxTable = 64 << 20

// New makes a Solver that remembers positions in at most so many bytes, of
// which it uses what it needs. 64 MB are the most; 8 MB are enough for whole
// deals of two seats.
func New(bytes int) *Solver {
	s := &Solver{table: makeTable(min(bytes, maxTable))}
	s.two = twoSearch{call: &s.call, table: &s.table}
	s.three = threeSearch{call: &s.call, table: &s.table}
	s.piles = pileSearch{call: &s.call, table: &s.table}
	s.piles.plain = twoSearch{call: &s.call, table: &s.table, zones: &freeZones}
	return s
}

// Forget empties the memory. A Solver forgets by itself what is of no use: when
// other birds are bound or other piles lie there, and when another deal begins and
// memory is short.
func (s *Solver) Forget() { s.table.forget() }

// Nodes is how many cards the last call played in its search.
func (s *Solver) Nodes() int { return s.call.nodes }

// Values are what the legal cards of the seat in turn are worth. The error is
// ErrUnsolved, ErrBudget or the context's.
func (s *Solver) Values(ctx context.Context, p *Position) (Values, error) {
	return s.values(ctx, p, 0)
}

// exactTricks is how many tricks Estimate plays out.
const exactTricks = 10

// Estimate is what the best card of the seat in turn is worth. Of two seats without
// piles and with more than ten tricks left it looks only so many tricks ahead, the
// running one being the first, and goes by a formula from there. The error is
// ErrUnsolved, ErrBudget or the context's.
func (s *Solver) Estimate(ctx context.Context, p *Position, tricks int) (int, error) {
	return s.value(ctx, p, max(tricks, 1))
}

// value looks so many tricks ahead, or to the end if ahead is 0.
func (s *Solver) value(ctx context.Context, p *Position, ahead int) (int, error) {
	search, err := s.start(ctx, p, ahead)
	if err != nil {
		return 0, err
	}
	best := s.bestValue(search) * s.root.unit
	if s.call.err != nil {
		return 0, s.call.err
	}
	return best, nil
}

// values looks so many tricks ahead, or to the end if ahead is 0.
func (s *Solver) values(ctx context.Context, p *Position, ahead int) (Values, error) {
	search, err := s.start(ctx, p, ahead)
	if err != nil {
		return Values{}, err
	}
	v := Values{Cards: p.Legal()}
	s.allValues(search, &v)
	if s.call.err != nil {
		return Values{}, s.call.err
	}
	return v, nil
}

// start makes the search of a position ready that looks so many tricks ahead, or to
// the end. The error says that the position can't be solved, or that the context is
// over.
func (s *Solver) start(ctx context.Context, p *Position, ahead int) (search, error) {
	s.call = call{ctx: ctx, budget: s.Budget}
	r, ok := newRoot(p)
	if !ok {
		return nil, ErrUnsolved
	}
	if s.call.checkLimits() {
		return nil, s.call.err
	}
	s.root = r
	s.turnTo(modeOf(p, &r, ahead))
	search := s.pick(p.Faces)
	s.root.compact()
	return search, nil
}

// modeOf is the mode of a position whose search looks so many tricks ahead, or to
// the end.
func modeOf(p *Position, r *root, ahead int) mode {
	m := mode{seats: p.Seats, hasPiles: r.hasPiles}
	for i := range p.Seats {
		m.kept |= placesOf(p.Kept[i] & p.Hands[i] & birdsWaiting(r.tricks))
	}
	if ahead > 0 && r.tricks > exactTricks && r.seats == 2 && !r.hasPiles {
		m.horizon = max(r.tricks-ahead, 0)
	}
	return m
}

// turnTo makes the memory ready for the mode and for the root's tricks.
func (s *Solver) turnTo(m mode) {
	if m != s.mode || s.root.tricks > s.tricks && s.table.crowded() {
		s.Forget()
	}
	s.mode, s.tricks = m, s.root.tricks
}

// pick is the search that the mode asks for, made ready for the root.
func (s *Solver) pick(faces bool) search {
	switch {
	case s.mode.seats == 3:
		s.table.layout = threeLayout
		return &s.three
	case s.mode.hasPiles:
		s.table.layout = piledLayout
		s.piles.prepare(&s.root, faces)
		return &s.piles
	default:
		s.table.layout = twoLayout
		s.two.prepare(&s.root, s.mode)
		return &s.two
	}
}
