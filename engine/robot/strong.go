package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/solver"
)

// strong looks ahead by perfect-information Monte Carlo: it samples deals (worlds), tries each choice in all of them
// and plays on by heuristics (playouts).
type strong struct {
	goal   goal
	moves  int            // about the number of moves for a decision
	claims *solver.Solver // within claimNodes
	open   *solver.Solver // estimates worlds forCards; else nil
}

type goal int

const (
	forScore goal = iota
	forCards
)

// solverMemory is the memory of each solver, in bytes.
const solverMemory = 4 << 20

const (
	maxMoves    = 6000
	minWorlds   = 8
	maxWorlds   = 96
	maxDiscards = 8
	drawsAWorld = 3 // draws for each world

	// A contra on an undertaken game needs likelier worlds and more standard errors: 56 of 100 are then right, not 49.
	contraDraws  = 4 // times the usual number of draws
	contraMargin = 3
)

func newStrong(g goal) *strong {
	s := &strong{goal: g, moves: maxMoves, claims: solver.New(solverMemory)}
	s.claims.Budget = claimNodes
	if g == forCards {
		s.open = solver.New(solverMemory)
	}
	return s
}

// Act implements Player.
func (s *strong) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	all := choices(v, p)
	if len(all) == 1 {
		return all
	}
	best := s.choose(v, all, d)
	return all[best : best+1]
}

// choices returns the heuristics' choice first. It is never a contra on an undertaken game.
func choices(v engine.View, p engine.Prompt) []engine.Action {
	choices := []engine.Action{heuristic{neverDoubles: v.Contract == engine.Undertaken}.choose(v, p)}
	add := func(a engine.Action) {
		if !slices.Contains(choices, a) {
			choices = append(choices, a)
		}
	}
	for _, word := range p.Choices {
		add(word)
	}
	switch verb := p.Pick.Verb; verb {
	case engine.PlayCard:
		for c := range distinct(v, p.Pick.From).All() {
			add(engine.Play(c))
		}
	case engine.Exchange, engine.Discard:
		for _, cards := range bestDiscards(v.Cards, p.Pick, maxDiscards) {
			add(engine.Action{Verb: verb, Cards: cards})
		}
	}
	return choices
}

// distinct returns the lowest card of every group of equivalent cards: they count the same, and no other seat may hold
// a card between them.
func distinct(v engine.View, from card.Set) (cards card.Set) {
	others := unseen(v) | v.Trick.Set()
	for seat := range engine.Seat(len(v.HandSize)) {
		if seat != v.Seat {
			others |= shownBy(v, seat)
		}
	}
	var last card.Card
	for c := range from.All() {
		between := c.Bit() - last.Bit() // all bits from last on, below c
		same := cards != 0 && c.Suit() == last.Suit() && c.Bit().Thirds() == last.Bit().Thirds() && !card.Birds.Has(last)
		if !same || between&others != 0 {
			cards |= c.Bit()
		}
		last = c
	}
	return cards
}

// trial keeps the first choice unless another is better by more than margin standard errors.
type trial struct {
	worlds, draws int
	evaluate      func(p *playout, seat engine.Seat) (int, error)
	margin        int
}

func (s *strong) trialOf(v engine.View, choices []engine.Action) trial {
	if s.goal == forCards && choices[0].Verb == engine.PlayCard && len(v.HandSize) == 2 && v.Piles == nil {
		s.open.Forget() // the answer must not depend on earlier decisions
		return trial{worlds: openWorlds, draws: openDraws, evaluate: s.expectedThirds}
	}
	n := min(max(s.moves/(max(movesLeft(v), 1)*len(choices)), minWorlds), maxWorlds)
	t := trial{worlds: n, draws: drawsAWorld * n, evaluate: scoreMargin, margin: 1}
	if v.Contract == engine.Undertaken && slices.ContainsFunc(choices, doubles) {
		t.draws, t.margin = contraDraws*t.draws, contraMargin
	}
	return t
}

func (s *strong) choose(v engine.View, choices []engine.Action, d *dice.Dice) int {
	sampler, err := newSampler(v)
	if err != nil {
		return 0 // unknown rule set: play as Medium does
	}
	t := s.trialOf(v, choices)
	gains := make([]gain, len(choices))
	for _, w := range sampler.worlds(t.worlds, t.draws, d) {
		results, err := t.results(&w, v.Seat, choices)
		if err != nil {
			continue
		}
		for i := range gains {
			gains[i].add(int64(results[i]-results[0]), w.weight())
		}
	}
	best := 0
	for i := range gains {
		if gains[i].mean() > gains[best].mean() && (t.margin == 0 || gains[i].exceeds(t.margin)) {
			best = i
		}
	}
	return best
}

func (t *trial) results(w *world, seat engine.Seat, choices []engine.Action) ([]int, error) {
	results := make([]int, len(choices))
	for i, a := range choices {
		p := w.clone()
		err := p.act(seat, a)
		if err == nil {
			results[i], err = t.evaluate(&p, seat)
		}
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

const otherMoves = 8

func movesLeft(v engine.View) int {
	left := 0
	for _, cards := range v.HandSize {
		left += cards
	}
	for _, pile := range slices.Concat(v.Piles...) {
		left += pile.N
	}
	if v.Phase != engine.Playing {
		left += otherMoves
	}
	return left
}

func scoreMargin(p *playout, seat engine.Seat) (int, error) {
	if err := p.playOn(0); err != nil {
		return 0, err
	}
	return p.deal.Result().Margin(seat), nil
}

// gain sums up how much better a choice was than the first choice.
type gain struct {
	worlds                int
	weight, squaredWeight int64 // a weight is at most 2^20
	sum, squares          int64
}

func (g *gain) add(difference, weight int64) {
	g.worlds++
	g.weight += weight
	g.squaredWeight += weight * weight
	g.sum += difference * weight
	g.squares += difference * difference * weight
}

// mean returns the weighted mean, in thousandths.
func (g *gain) mean() int64 { return permille * g.sum / max(g.weight, 1) }

// exceeds reports false for few worlds, and if one world outweighs all others. The standard error assumes equal
// weights: counting light worlds for less was too careful, and cost 0.3 points a deal.
func (g *gain) exceeds(errors int) bool {
	if g.sum <= 0 || g.worlds < minWorlds {
		return false
	}
	// The conversions force each product to be rounded, so that every machine decides alike.
	weight, mean := float64(g.weight), float64(g.sum)/float64(g.weight)
	variance := float64(g.squares)/weight - float64(mean*mean)
	return weight*weight >= 2*float64(g.squaredWeight) &&
		float64(float64(mean*mean)*float64(g.worlds)) > float64(float64(errors*errors)*variance)
}
