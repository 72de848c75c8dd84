package enginetest

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Dice makes random numbers for benchmarks and for tests of the solver. It is faster than package dice, whose time
// would count in benchmarks of play. It is Marsaglia's xorshift generator, which must not start at 0. Its numbers must
// stay the same, for tests of the solver depend on them.
type Dice uint64

// Below returns a number from 0 to n-1.
func (d *Dice) Below(n int) int {
	*d ^= *d << 13
	*d ^= *d >> 7
	*d ^= *d << 17
	return int(uint64(uint32(*d)) * uint64(n) >> 32)
}

// Shuffle puts the deck in a random order.
func (d *Dice) Shuffle(deck []card.Card) {
	for i := len(deck) - 1; i > 0; i-- {
		j := d.Below(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

// Choose returns a random action of those that the prompt offers. It prefers cards: it chooses a word only if no cards
// may be picked.
func (d *Dice) Choose(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 {
		return p.Choices[d.Below(len(p.Choices))]
	}
	chosen, rest := p.Pick.Must, p.Pick.From&^p.Pick.Must
	for range p.Pick.Min + d.Below(p.Pick.Max-p.Pick.Min+1) - chosen.Len() {
		c := rest.Nth(d.Below(rest.Len())).Bit()
		chosen, rest = chosen|c, rest&^c
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}
