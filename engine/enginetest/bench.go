package enginetest

import (
	"fmt"
	"runtime/debug"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// BenchmarkDeals measures how many random deals of each rule set are played in a second.
//
// The garbage collector is set as in cmd/tarockbot. By default it would run every few hundred deals.
func BenchmarkDeals(b *testing.B, g engine.Game) {
	b.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, rules := range g.Rules {
		b.Run(rules.ID[len(g.ID)+1:], func(b *testing.B) {
			d, deck := Dice(1), rules.Cards().Cards()
			b.ReportAllocs()
			for b.Loop() {
				d.Shuffle(deck)
				if err := playRandom(g, rules.ID, deck, &d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
		})
	}
}

func playRandom(g engine.Game, rules string, deck []card.Card, d *Dice) error {
	deal, err := engine.NewDeal(g, rules, nil, engine.Cards{Deck: deck, Dealer: engine.Seat(d.Below(g.Seats))})
	if err != nil {
		return err
	}
	for waiting := deal.Waiting(); waiting != 0; waiting = deal.Waiting() {
		seat := waiting.First()
		if _, err := deal.Act(seat, d.Choose(deal.Prompt(seat))); err != nil {
			return err
		}
	}
	if deal.Result() == nil {
		return fmt.Errorf("%s: no result", rules)
	}
	return nil
}
