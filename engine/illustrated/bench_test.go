package illustrated_test

import (
	"runtime/debug"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/illustrated"
)

// xorshift is a fast generator for benchmarks; it must not start at 0.
type xorshift uint64

func (x *xorshift) below(n int) int {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return int(uint64(uint32(*x)) * uint64(n) >> 32)
}

func (x *xorshift) shuffle(deck []card.Card) {
	for i := len(deck) - 1; i > 0; i-- {
		j := x.below(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

// choose is a random one of the actions that the prompt offers.
func (x *xorshift) choose(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 {
		return p.Words[x.below(len(p.Words))]
	}
	chosen, rest := p.Pick.Must, p.Pick.From&^p.Pick.Must
	for range p.Pick.Min + x.below(p.Pick.Max-p.Pick.Min+1) - chosen.Len() {
		c := rest.Nth(x.below(rest.Len())).Bit()
		chosen, rest = chosen|c, rest&^c
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

// BenchmarkRandomDeals plays whole random deals through the engine's public
// face, from the shuffled deck to the result.
//
// The collector is set as cmd/tarockbot sets it: with nothing else in memory it
// would run every few hundred deals.
func BenchmarkRandomDeals(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, rules := range illustrated.Game.Rules {
		b.Run(rules.ID[len("illustrated/"):], func(b *testing.B) {
			x, deck := xorshift(1), card.Full.Cards()
			b.ReportAllocs()
			for b.Loop() {
				x.shuffle(deck)
				playRandomly(b, &x, rules.ID, deck)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
		})
	}
}

// turn is the seat that is waited for.
func turn(waiting engine.Seats) engine.Seat {
	seat := engine.Seat(0)
	for !waiting.Has(seat) {
		seat++
	}
	return seat
}

func playRandomly(b *testing.B, x *xorshift, rules string, deck []card.Card) {
	deal, err := engine.NewDeal(illustrated.Game, rules, nil, engine.Cards{Deck: deck, Dealer: engine.Seat(x.below(3))})
	if err != nil {
		b.Fatal(err)
	}
	for waiting := deal.Waiting(); waiting != 0; waiting = deal.Waiting() {
		seat := turn(waiting)
		if _, err := deal.Act(seat, x.choose(deal.Prompt(seat))); err != nil {
			b.Fatal(err)
		}
	}
	if deal.Result() == nil {
		b.Fatal("no result")
	}
}
