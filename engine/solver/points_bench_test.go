package solver_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/engine/solver"
)

var pointsTricks = flag.Int("points-tricks", 0, "tricks left when BenchmarkPoints searches; 0: 8 in Kosakeln, 5 in the other games")

const endSeed = 20250603

func BenchmarkPoints(b *testing.B) {
	for _, g := range games.All() {
		tricks := 5
		switch {
		case *pointsTricks > 0:
			tricks = *pointsTricks
		case g.ID == "kosakeln":
			tricks = 8
		}
		for _, rules := range g.Rules {
			b.Run(rules.ID, func(b *testing.B) {
				for b.Loop() {
					measurePoints(b, g, rules, tricks)
				}
			})
		}
	}
}

func measurePoints(b *testing.B, g engine.Game, rules engine.RuleSet, tricks int) {
	s, d := solver.New(tableBytes), enginetest.Dice(endSeed)
	var took, nodes []float64
	for len(took) < *benchDeals {
		deal := playedDeal(b, &d, g, rules, tricks)
		if deal == nil {
			continue
		}
		began := time.Now()
		if _, err := s.Points(context.Background(), deal); err != nil {
			b.Fatal(err)
		}
		took, nodes = append(took, time.Since(began).Seconds()*1e3), append(nodes, float64(s.Nodes()))
	}
	report(b, took, nodes)
}

// playedDeal returns nil if the deal ends early or has no sides.
func playedDeal(b *testing.B, d *enginetest.Dice, g engine.Game, rules engine.RuleSet, tricks int) *engine.Deal {
	b.Helper()
	deck := rules.Cards().Cards()
	d.Shuffle(deck)
	deal, err := engine.NewDeal(g, rules.ID, nil, engine.Cards{Deck: deck, Dealer: engine.Seat(d.Below(g.Seats))})
	if err != nil {
		b.Fatal(err)
	}
	player := robot.Medium.New()
	for deal.Waiting() != 0 {
		if open, ok := deal.OpenTricks(); ok && int(open.Play.Total)-len(open.Play.Tricks) == tricks {
			return deal
		}
		seat := deal.Waiting().First()
		if _, err := deal.Act(seat, player.Act(deal.View(seat), deal.Prompt(seat), dice.New(0))...); err != nil {
			b.Fatal(err)
		}
	}
	return nil
}
