// Package solver finds what cards are worth when all hands are open.
//
// Start at Solver and its Values. A Position is any moment in the tricks of a
// deal. What is said of it is exact, or there is an error; only Estimates are
// what they are called. How positions are searched is in two.go, on the words
// of board.go and with the memory of table.go; what is different with three seats
// is in three.go, and with the piles of Strohmandeln in piled.go and frame.go.
// Open makes a Position of a deal.
package solver

import (
	"context"
	"errors"
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Position is a moment in the tricks of a deal with all hands open.
type Position struct {
	Seats    int                       // at the table: two or three
	Declarer engine.Seat               // with three seats who plays against both others
	Hands    [engine.MaxSeats]card.Set // what each seat still holds
	Kept     [engine.MaxSeats]card.Set // with two seats, birds that an announcement of the seat binds to their tricks
	Trick    engine.Trick              // the running trick; without cards between tricks
	Turn     engine.Seat

	// Piles are with two seats what is left of the piles in front of each from the
	// top, which lies open, among its hand, or was just played.
	Piles [engine.MaxSeats][pileCount][]card.Card
	// Faces says that cards count their face values, in thirds, the pips of suits
	// nothing: as with forty cards.
	Faces bool
}

// Legal is what the seat in turn may play: what following leaves, and of that
// no bird before its trick unless only such birds are left, and then the
// highest (RULES 1.7, Success).
func (p *Position) Legal() card.Set {
	hand := p.Hands[p.Turn]
	legal := hand
	if p.Trick.N > 0 {
		legal = hand.Follow(p.Trick.Cards[0])
	}
	switch waiting := legal & p.Kept[p.Turn] & birdsWaiting(hand.Len()); waiting {
	case 0:
		return legal
	case legal:
		return legal.Highest().Bit()
	default:
		return legal &^ waiting
	}
}

// Tricks is how many tricks are left, the running one among them.
func (p *Position) Tricks() int { return (p.Hands[p.Turn] | p.faceDown(p.Turn)).Len() }

// birdsWaiting are the birds whose tricks are yet to begin with so many tricks
// left, the running one among them.
func birdsWaiting(tricks int) card.Set { return card.Birds & (1<<max(tricks-1, 0) - 1) }

// Play lets the seat in turn play one of its legal cards.
func (p *Position) Play(c card.Card) {
	p.Hands[p.Turn] &^= c.Bit()
	t := &p.Trick
	if t.N == 0 {
		t.Lead = p.Turn
	}
	t.Cards[t.N] = c
	t.N++
	p.Turn = t.By(int(t.N), p.Seats)
	if int(t.N) == p.Seats {
		p.uncover()
		p.Turn = t.By(t.Best(), p.Seats)
		*t = engine.Trick{Lead: p.Turn}
	}
}

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

	table  table
	frame  frame
	mode   mode
	tricks int // of the last position
	zones  *zones
	nodes  int // cards played in this call
	pause  int // how many to play before budget and context are looked at
	ctx    context.Context
	err    error
	points *pointTable // once Points is asked
}

// mode is all that the value of hands depends on besides them. A table serves
// one mode.
type mode struct {
	seats   int
	piled   bool
	kept    uint64 // the places of birds bound to their tricks
	horizon int    // with so many tricks left values are estimated; 0: never
}

// maxTable is the largest table in bytes.
const maxTable = 64 << 20

// New makes a Solver that remembers positions in at most so many bytes, of
// which it uses what it needs. 64 MB are the most; 8 MB are enough for whole
// deals of two seats.
func New(bytes int) *Solver { return &Solver{table: makeTable(min(bytes, maxTable))} }

// Forget empties the memory. A Solver forgets by itself what is of no use: when
// other birds are bound or other piles lie there, and when another deal begins and
// memory is short.
func (s *Solver) Forget() { s.table.forget() }

// Nodes is how many cards the last call played in its search.
func (s *Solver) Nodes() int { return s.nodes }

// Value is what the best card of the seat in turn is worth, quicker than by
// Values. The error is ErrUnsolved, ErrBudget or the context's.
func (s *Solver) Value(ctx context.Context, p *Position) (int, error) {
	return s.value(ctx, p, 0)
}

// value looks so many tricks ahead, or to the end if ahead is 0.
func (s *Solver) value(ctx context.Context, p *Position, ahead int) (int, error) {
	r, err := s.start(ctx, p, ahead)
	if err != nil {
		return 0, err
	}
	best := s.best(&r) * r.unit
	if s.err != nil {
		return 0, s.err
	}
	return best, nil
}

// Values are what the legal cards of the seat in turn are worth. The error is
// ErrUnsolved, ErrBudget or the context's.
func (s *Solver) Values(ctx context.Context, p *Position) (Values, error) {
	return s.values(ctx, p, 0)
}

// exactTricks is how many tricks Estimates play out.
const exactTricks = 10

// Estimates are as Values, but of two seats without piles and with more than ten
// tricks left they look only so many tricks ahead, the running one being the first,
// and go by a formula from there.
func (s *Solver) Estimates(ctx context.Context, p *Position, tricks int) (Values, error) {
	return s.values(ctx, p, max(tricks, 1))
}

// Estimate is as Value, but looks ahead like Estimates.
func (s *Solver) Estimate(ctx context.Context, p *Position, tricks int) (int, error) {
	return s.value(ctx, p, max(tricks, 1))
}

// values looks so many tricks ahead, or to the end if ahead is 0.
func (s *Solver) values(ctx context.Context, p *Position, ahead int) (Values, error) {
	r, err := s.start(ctx, p, ahead)
	if err != nil {
		return Values{}, err
	}
	v := Values{Cards: p.Legal()}
	s.each(&r, &v)
	if s.err != nil {
		return Values{}, s.err
	}
	return v, nil
}

// pauseNodes is how many cards are played between two looks at the context.
const pauseNodes = 4096

// halted looks at context and budget, and says whether the call has to end.
func (s *Solver) halted() bool {
	if s.err != nil {
		return true
	}
	if err := s.ctx.Err(); err != nil {
		s.err = fmt.Errorf("solver: %w", err)
	} else if s.Budget > 0 && s.nodes >= s.Budget {
		s.err = ErrBudget
	}
	s.pause = s.nodes + pauseNodes
	if s.Budget > 0 {
		s.pause = min(s.pause, s.Budget)
	}
	return s.err != nil
}
