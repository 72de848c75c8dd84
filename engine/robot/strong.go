package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
)

// strong decides by trying: it draws worlds that agree with what it has seen, does in
// each of them whatever is worth a try, and lets rules of thumb play the deal to its end.
// What counts is the score, by the rules of whatever game it is.
type strong struct {
	model thumb // how all play on
	moves int   // that are made for a decision, in all worlds together
}

// How much is tried for a decision.
const (
	mostMoves   = 6000
	mostWorlds  = 96
	mostLayings = 8 // ways to put cards away
)

func newStrong() *strong { return &strong{moves: mostMoves} }

// Act says one word at a time, like thumb.
func (s *strong) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	choices := s.choices(v, p)
	if len(choices) == 1 {
		return choices
	}
	best := s.weigh(v, choices, d)
	return choices[best : best+1]
}

// choices are what is worth a try; the first is what the model would do.
func (s *strong) choices(v engine.View, p engine.Prompt) []engine.Action {
	choices := s.model.Act(v, p, nil)
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

// weigh tries the choices in the same worlds, and says which brings most on average. The
// first is kept unless another is better by more than chance explains.
func (s *strong) weigh(v engine.View, choices []engine.Action, d *dice.Dice) int {
	sampler, err := newSampler(v)
	if err != nil {
		return 0
	}
	n := min(s.moves/(movesLeft(v)*len(choices)), mostWorlds)
	gains := make([]gain, len(choices))
	for _, w := range sampler.worlds(n, 2*n, d) {
		start, first := newPlayout(w.deal), 0
		for i, a := range choices {
			ahead, err := s.try(&start, v.Seat, a)
			switch {
			case err != nil:
				return 0
			case i == 0:
				first = ahead
			}
			gains[i].add(ahead-first, w.weight())
		}
	}
	best := 0
	for i := range gains {
		if gains[i].mean() > gains[best].mean() && gains[i].sure() {
			best = i
		}
	}
	return best
}

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

// try is what the action brings the seat in the world, ahead of the others, if all play
// on by the model; times the number of the others.
func (s *strong) try(world *playout, seat engine.Seat, a engine.Action) (ahead int, err error) {
	p := world.clone()
	if err := p.act(seat, a); err != nil {
		return 0, err
	}
	if err := p.finish(s.model); err != nil {
		return 0, err
	}
	score := p.deal.Result().Score
	for other, points := range score {
		if engine.Seat(other) == seat {
			ahead += points * (len(score) - 1)
		} else {
			ahead -= points
		}
	}
	return ahead, nil
}

// gain sums up by how much a choice was better than the first, world by world.
type gain struct{ worlds, weight, sum, squares int }

// add counts what it was in a world of the weight.
func (g *gain) add(x, weight int) {
	g.worlds++
	g.weight += weight
	g.sum += x * weight
	g.squares += x * x * weight
}

// mean is the average, in thousandths.
func (g *gain) mean() int {
	if g.weight == 0 {
		return 0
	}
	return certain * g.sum / g.weight
}

// sure says whether the choice is better by more than the standard error of the mean.
func (g *gain) sure() bool {
	if g.sum <= 0 {
		return false
	}
	mean := g.mean()
	variance := certain*certain*(g.squares/g.weight) - mean*mean
	return mean*mean*g.worlds > variance
}
