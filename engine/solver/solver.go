// Package solver finds what cards are worth when all hands are open.
//
// Start at Solver and Values. A Position is a moment during the tricks of a deal;
// PositionOf reads it from a deal. Values are exact, or an error is returned. An
// Estimate may be inexact. Points finds values in game points.
//
// A search is a null-window alpha-beta search: bound(goal) returns a bound of a
// position's value that tells whether the value reaches goal. converge repeats it until
// the bounds meet (MTD(f)), and begins with what evaluate estimates. table is the
// transposition table, found.bestMove its hash move. order is the move ordering, and
// zones make positions with equivalent cards equal.
//
// position.go reads a position, root.go brings it into the form of the searches, and
// Solver.pick chooses a searcher: twoSearch, threeSearch, or pileSearch for Strohmandeln's
// piles. Their files begin with two, three and pile: the search itself, then which cards
// it tries (_moves), the bounds that need no search (_bounds), and the estimate
// (_evaluate; pileSearch uses that of two). two_suits.go makes positions equal that differ
// in the names of suits, pile_layout.go tells what lies in the piles. The searches share
// set.go, zones.go, moves.go, search.go, table.go and call.go.
//
// The three are one algorithm, written three times for speed: searches took some 4 % longer
// when only the use of the table was shared, by a function that calls back. A change of
// lead, searchTrick, bestLead, answer or trick in one of them is due in the others, too.
//
// pointSearch in points.go has a table of its own (points_table.go), moves
// (points_search.go), and endings (points_endings.go) that tell what the end of a deal is
// worth: points_settle.go settles them, points_reach.go finds which can still follow.
package solver

import (
	"context"
	"errors"
	"slices"

	"tarockbot/engine/card"
)

// Values are the values of the legal cards of the seat in turn. A card's value is the
// thirds that its side takes in the running trick, cards already in it included, and in
// all later tricks, if the card is played and both sides then play best for their own
// thirds.
type Values struct {
	Cards  card.Set          // the legal cards
	Thirds [card.Count]int16 // 0 for the other cards
}

// Best returns the highest value.
func (v *Values) Best() int { return int(slices.Max(v.Thirds[:])) }

// Errors of a call. A context's error is returned wrapped.
var (
	ErrBudget   = errors.New("solver: the budget is used up")
	ErrUnsolved = errors.New("solver: not a position that can be solved")
)

// Solver solves positions. It remembers what it finds of positions, which makes later
// calls quicker and never changes a value. Only one goroutine may use it at a time.
type Solver struct {
	// Budget is the most cards a call may play in its search; a call may exceed it by a
	// few hundred. 0 means no limit.
	Budget int

	call   call // the last call
	root   root // the position of the last call
	next   root // the root after one more card: storage for cardValue, which must not allocate
	mode   mode
	tricks int // left in the last position
	table  table

	two        twoSearch
	three      threeSearch
	piles      pileSearch
	pointTable *pointTable // nil until Points is called
}

// mode is all that a value depends on besides the cards. A table serves one mode.
type mode struct {
	kind    searchKind
	faces   bool // see Position.Faces
	kept    set  // the places of birds bound to their tricks
	horizon int  // with this many tricks left, positions are estimated; 0: never
}

// searchKind says which searcher a position needs.
type searchKind int

const (
	twoSeats searchKind = iota
	twoWithPiles
	threeSeats
)

// kindOf returns the kind of search for a position. pileSearch also serves positions
// that count face values.
func kindOf(p *Position, r *root) searchKind {
	switch {
	case p.Seats == 3:
		return threeSeats
	case r.hidden != 0 || p.Faces:
		return twoWithPiles
	default:
		return twoSeats
	}
}

// maxTable is the largest table in bytes.
const maxTable = 64 << 20

// New makes a Solver whose table grows to at most that many bytes, and to 64 MB at
// most. 8 MB are enough for whole deals of two seats.
func New(bytes int) *Solver {
	s := &Solver{table: makeTable(min(bytes, maxTable))}
	s.two = twoSearch{call: &s.call, table: &s.table}
	s.three = threeSearch{call: &s.call, table: &s.table}
	s.piles = pileSearch{call: &s.call, table: &s.table}
	s.piles.plain = twoSearch{call: &s.call, table: &s.table, zones: &freeZones}
	return s
}

// Forget empties the table. A Solver forgets by itself when other birds are kept, other
// piles lie there, or another deal begins and the table is crowded.
func (s *Solver) Forget() { s.table.forget() }

// Nodes returns the number of cards that the last call played in its search.
func (s *Solver) Nodes() int { return s.call.nodes }

// Values finds the values of the legal cards of the seat in turn. Errors: ErrUnsolved,
// ErrBudget, or the context's.
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

// toTheEnd is more tricks than a deal has.
const toTheEnd = card.Count

// exactTricks is the most tricks that Estimate plays to the end.
const exactTricks = 10

// Estimate finds the value of the best card of the seat in turn. With two seats, no
// piles and more than ten tricks left, it looks only that many tricks ahead, the
// running one included, and estimates the rest by a formula. Errors: ErrUnsolved,
// ErrBudget, or the context's.
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

// start prepares the search of a position. It looks so many tricks ahead. Errors:
// ErrUnsolved, ErrBudget, or the context's.
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
	s.turnTo(modeOf(p, &r, tricks))
	by := s.pick()
	s.root.compact()
	return by, nil
}

// modeOf returns the mode of a position whose search looks so many tricks ahead.
func modeOf(p *Position, r *root, tricks int) mode {
	m := mode{kind: kindOf(p, r), faces: p.Faces}
	for i := range p.Seats {
		m.kept |= placesOf(p.Kept[i] & p.Hands[i] & birdsWaiting(r.tricks))
	}
	if r.tricks > exactTricks && m.kind == twoSeats {
		m.horizon = max(r.tricks-max(tricks, 1), 0)
	}
	return m
}

// turnTo switches to a mode. It forgets the table if the mode is another one, or if
// another deal begins and the table is crowded.
func (s *Solver) turnTo(m mode) {
	if m != s.mode || s.root.tricks > s.tricks && s.table.crowded() {
		s.Forget()
	}
	s.mode, s.tricks = m, s.root.tricks
}

// pick returns the searcher that the mode needs, prepared for the root.
func (s *Solver) pick() searcher {
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
