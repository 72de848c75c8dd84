package enginetest

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Dice makes random numbers by xorshift, which must not start at 0. It is faster than package dice. Tests of the solver
// depend on its numbers.
type Dice uint64

// Below returns a number from 0 to n-1.
func (d *Dice) Below(n int) int {
	*d ^= *d << 13
	*d ^= *d >> 7
	*d ^= *d << 17
	return int(uint64(uint32(*d)) * uint64(n) >> 32)
}

// Shuffle permutes the deck.
func (d *Dice) Shuffle(deck []card.Card) {
	for i := len(deck) - 1; i > 0; i-- {
		j := d.Below(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

// Choose returns a random action. It prefers cards to words.
func (d *Dice) Choose(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 {
		return p.Choices[d.Below(len(p.Choices))]
	}
	return randomPick(d, p.Pick)
}

type random interface{ Below(n int) int }

func randomPick(r random, p engine.Pick) engine.Action {
	n := p.Min + r.Below(p.Max-p.Min+1)
	return engine.Action{Verb: p.Verb, Cards: p.Must | randomCards(r, p.From&^p.Must, n-p.Must.Len())}
}

func randomCards(r random, s card.Set, n int) (chosen card.Set) {
	for range min(n, s.Len()) {
		chosen |= (s &^ chosen).Nth(r.Below(s.Len() - chosen.Len())).Bit()
	}
	return chosen
}
