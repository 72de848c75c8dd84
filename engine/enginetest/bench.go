package enginetest

import (
	"fmt"
	"math/bits"
	"runtime/debug"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Dice is an xorshift generator, which is faster than package dice: benchmarks of play would measure that. Tests of the
// solver depend on its numbers. It must not start at 0.
type Dice uint64

// Below returns a number from 0 to n-1.
func (d *Dice) Below(n int) int {
	*d ^= *d << 13
	*d ^= *d >> 7
	*d ^= *d << 17
	return int(uint64(uint32(*d)) * uint64(n) >> 32)
}

// Shuffle mixes the deck.
func (d *Dice) Shuffle(deck []card.Card) {
	for i := len(deck) - 1; i > 0; i-- {
		j := d.Below(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

// Choose returns a random one of the actions that the prompt offers: a word only where no cards are to be picked.
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

// RandomDeals plays whole random deals of every rule set through the engine's
// public face, from the shuffled deck to the result.
//
// The collector is set as cmd/tarockbot sets it: with nothing else in memory it
// would run every few hundred deals.
func RandomDeals(b *testing.B, g engine.Game) {
	b.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, rules := range g.Rules {
		b.Run(rules.ID[len(g.ID)+1:], func(b *testing.B) {
			d, deck := Dice(1), rules.Cards().Cards()
			b.ReportAllocs()
			for b.Loop() {
				d.Shuffle(deck)
				if err := d.play(g, rules.ID, deck); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
		})
	}
}

// play plays a random deal to its end.
func (d *Dice) play(g engine.Game, rules string, deck []card.Card) error {
	deal, err := engine.NewDeal(g, rules, nil, engine.Cards{Deck: deck, Dealer: engine.Seat(d.Below(g.Seats))})
	if err != nil {
		return err
	}
	for waiting := deal.Waiting(); waiting != 0; waiting = deal.Waiting() {
		seat := engine.Seat(bits.TrailingZeros8(uint8(waiting)))
		if _, err := deal.Act(seat, d.Choose(deal.Prompt(seat))); err != nil {
			return err
		}
	}
	if deal.Result() == nil {
		return fmt.Errorf("%s: no result", rules)
	}
	return nil
}
