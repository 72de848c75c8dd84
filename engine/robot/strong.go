package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/solver"
)

// strong decides by trying: it draws worlds that agree with what it has seen, does in
// each of them whatever is worth a try, and lets rules of thumb play the deal to its end.
// What counts is the score, by the rules of whatever game it is. Where no world can be drawn
// it does what the model would.
type strong struct {
	model  thumb          // how all play on
	moves  int            // that are made for a decision, in all worlds together
	claims *solver.Solver // solves worlds for a claim, each within claimNodes
	open   *solver.Solver // solves worlds where card points alone count; nil if the score counts
}

// solverMemory is that of each solver, in bytes.
const solverMemory = 4 << 20

// How much is tried for a decision.
const (
	mostMoves   = 6000
	mostWorlds  = 96
	leastWorlds = 8
	mostLayings = 8 // ways to put cards away

	// A contra on an undertaken game is tried in likelier worlds, and must be better by so
	// many standard errors: 56 of 100 are right. With the usual draws and one error 49 were.
	contraDraws  = 4 // times as many as usual
	contraMargin = 3
)

// newStrong is a player for the score, or for card points alone.
func newStrong(cards bool) *strong {
	s := &strong{moves: mostMoves, claims: solver.New(solverMemory)}
	s.claims.Budget = claimNodes
	if cards {
		s.open = solver.New(solverMemory)
	}
	return s
}

// Act says one word at a time, like thumb.
func (s *strong) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	choices := s.choices(v, p)
	if len(choices) == 1 {
		return choices
	}
	best := s.weigh(v, choices, d)
	return choices[best : best+1]
}

// choices are what is worth a try; the first is what the model would do, but for doubling
// an undertaken game.
func (s *strong) choices(v engine.View, p engine.Prompt) []engine.Action {
	first := s.model
	first.meek = v.Contract == engine.Undertaken
	choices := first.Act(v, p, nil)
	add := func(a engine.Action) {
		if !slices.Contains(choices, a) {
			choices = append(choices, a)
		}
	}
	for _, word := range p.Words {
		add(word)
	}
	switch verb := p.Pick.Verb; verb {
	case engine.PlayCard:
		for c := range distinct(v, p.Pick.From).All() {
			add(engine.Play(c))
		}
	case engine.Exchange, engine.Discard:
		for _, cards := range bestLayings(v.Cards, p.Pick, mostLayings) {
			add(engine.Action{Verb: verb, Cards: cards})
		}
	}
	return choices
}

// distinct leaves of cards that are as good as each other only the lowest: they count the
// same, and no card that others may have lies between them. Birds are never as good.
func distinct(v engine.View, from card.Set) (cards card.Set) {
	others := unseen(v) | v.Trick.All()
	for seat := range engine.Seat(len(v.HandSize)) {
		if seat != v.Seat {
			others |= visible(v, seat)
		}
	}
	var last card.Card // of those as good as the last that was left
	for c := range from.All() {
		between := c.Bit() - last.Bit()
		same := cards != 0 && c.Suit() == last.Suit() && c.Bit().Thirds() == last.Bit().Thirds() && !card.Birds.Has(last)
		if !same || between&others != 0 {
			cards |= c.Bit()
		}
		last = c
	}
	return cards
}

// trial is how choices are tried: in so many worlds, the likeliest of many draws, by what a
// playout brings the seat that has acted in it. It keeps the first choice unless another is
// better by more than the margin, in standard errors; 0 is no margin.
type trial struct {
	worlds, draws int
	brings        func(p *playout, seat engine.Seat) (int, error)
	margin        int
}

// trialOf is how the choices are tried.
func (s *strong) trialOf(v engine.View, choices []engine.Action) trial {
	if s.open != nil && choices[0].Verb == engine.PlayCard && len(v.HandSize) == 2 && v.Piles == nil {
		s.open.Forget() // what earlier decisions left there must not change an answer
		return trial{worlds: openWorlds, draws: openDraws, brings: s.thirds}
	}
	n := min(max(s.moves/(max(movesLeft(v), 1)*len(choices)), leastWorlds), mostWorlds)
	t := trial{worlds: n, draws: drawsAWorld * n, brings: s.score, margin: 1}
	if v.Contract == engine.Undertaken && slices.ContainsFunc(choices, doubles) {
		t.draws, t.margin = contraDraws*t.draws, contraMargin
	}
	return t
}

// weigh tries the choices in the same worlds, and says which brings most on average.
func (s *strong) weigh(v engine.View, choices []engine.Action, d *dice.Dice) int {
	sampler, err := newSampler(v)
	if err != nil {
		return 0
	}
	t := s.trialOf(v, choices)
	gains := make([]gain, len(choices))
	for _, w := range sampler.worlds(t.worlds, t.draws, d) {
		brought, err := t.try(&w, v.Seat, choices)
		if err != nil {
			continue // the others tell enough
		}
		for i := range gains {
			gains[i].add(int64(brought[i]-brought[0]), w.weight())
		}
	}
	best := 0
	for i := range gains {
		if gains[i].mean() > gains[best].mean() && (t.margin == 0 || gains[i].sure(t.margin)) {
			best = i
		}
	}
	return best
}

// try finds what each choice brings the seat in the world.
func (t *trial) try(w *world, seat engine.Seat, choices []engine.Action) ([]int, error) {
	brought := make([]int, len(choices))
	for i, a := range choices {
		p := w.clone()
		err := p.act(seat, a)
		if err == nil {
			brought[i], err = t.brings(&p, seat)
		}
		if err != nil {
			return nil, err
		}
	}
	return brought, nil
}

// drawsAWorld is how many worlds are drawn for one that is tried.
const drawsAWorld = 3

// otherMoves are about as many as a deal has before the first card is played.
const otherMoves = 8

// movesLeft is about how many moves the deal will have from now on.
func movesLeft(v engine.View) int {
	left := 0
	for seat := range v.HandSize {
		left += v.HandSize[seat]
		for _, pile := range pilesOf(v, engine.Seat(seat)) {
			left += pile.N
		}
	}
	if v.Phase != engine.Playing {
		left += otherMoves
	}
	return left
}

// score is what the seat gets ahead of the others, if all play on by the model; times the
// number of the others.
func (s *strong) score(p *playout, seat engine.Seat) (int, error) {
	if err := p.playOn(s.model, 0); err != nil {
		return 0, err
	}
	score := p.deal.Result().Score
	ahead := len(score) * score[seat]
	for _, points := range score {
		ahead -= points
	}
	return ahead, nil
}

// gain sums up by how much a choice was better than the first, world by world.
type gain struct {
	worlds                int
	weight, squaredWeight int64 // of the worlds; at most 2^20 for one
	sum, squares          int64 // of the differences, by weight
}

// add counts what it was in a world of the weight.
func (g *gain) add(x, weight int64) {
	g.worlds++
	g.weight += weight
	g.squaredWeight += weight * weight
	g.sum += x * weight
	g.squares += x * x * weight
}

// mean is the average, in thousandths.
func (g *gain) mean() int64 {
	if g.weight == 0 {
		return 0
	}
	return certain * g.sum / g.weight
}

// sure says whether the choice is better by more than so many standard errors of the mean, as
// they would be if all worlds weighed the same: to count light ones for less was too careful,
// which cost 0.3 a deal. Few worlds, or one that outweighs all others, are sure of nothing.
func (g *gain) sure(errors int) bool {
	if g.sum <= 0 || g.worlds < leastWorlds {
		return false
	}
	// Every product is rounded by itself, so that every machine decides alike.
	weight, mean := float64(g.weight), float64(g.sum)/float64(g.weight)
	variance := float64(g.squares)/weight - float64(mean*mean)
	return weight*weight >= 2*float64(g.squaredWeight) && float64(float64(mean*mean)*float64(g.worlds)) > float64(float64(errors*errors)*variance)
}
