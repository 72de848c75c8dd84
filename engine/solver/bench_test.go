package solver_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/engine/solver"
)

var benchDeals = flag.Int("deals", 1000, "number of deals in each benchmark")

const dealSeed = 20250601

const playSeed = 20250602

const tableBytes = 8 << 20

func BenchmarkDeal(b *testing.B) {
	measureTwoSeats(b, solveValue(b))
}

// BenchmarkBirds solves the deals with birds bound to their tricks: the leader's, and the other seat's Pagat.
func BenchmarkBirds(b *testing.B) {
	measureDeals(b, func(d *enginetest.Dice, deck []card.Card) solver.Position {
		p := solver.PutAwayDeal(d, deck)
		p.GuardedBirds = [engine.MaxSeats]card.Set{card.Birds, 1 << card.Pagat}
		return p
	}, solveValue(b))
}

func BenchmarkLeads(b *testing.B) {
	measureTwoSeats(b, func(s *solver.Solver, p solver.Position) (nodes int) {
		if _, err := s.Values(context.Background(), &p); err != nil {
			b.Fatal(err)
		}
		return s.Nodes()
	})
}

func BenchmarkDebrief(b *testing.B) {
	d := enginetest.Dice(playSeed)
	measureTwoSeats(b, func(s *solver.Solver, p solver.Position) (nodes int) {
		for p.Hands[p.Turn] != 0 {
			v, err := s.Values(context.Background(), &p)
			if err != nil {
				b.Fatal(err)
			}
			nodes += s.Nodes()
			p.Play(v.Cards.Nth(d.Below(v.Cards.Len())))
		}
		return nodes
	})
}

func BenchmarkEstimate(b *testing.B) {
	measureTwoSeats(b, func(s *solver.Solver, p solver.Position) (nodes int) {
		if _, err := s.Estimates(context.Background(), &p, 3); err != nil {
			b.Fatal(err)
		}
		return s.Nodes()
	})
}

func BenchmarkTrio(b *testing.B) {
	for _, tricks := range []int{8, 10, 12} {
		b.Run(strconv.Itoa(tricks), func(b *testing.B) { measureDeals(b, lateTrio(tricks), solveValue(b)) })
	}
}

func lateTrio(tricks int) dealer {
	play := enginetest.Dice(playSeed)
	return func(d *enginetest.Dice, deck []card.Card) solver.Position {
		p := solver.TrioDeal(d, deck)
		solver.PlayTo(&play, &p, tricks)
		return p
	}
}

func BenchmarkPiles(b *testing.B) {
	for _, tricks := range []int{12, 14} {
		b.Run(strconv.Itoa(tricks), func(b *testing.B) { measureDeals(b, lateStrohmandeln(b, tricks), solveValue(b)) })
	}
}

func lateStrohmandeln(b *testing.B, tricks int) dealer {
	game, err := games.ByRules("strohmandeln/classic")
	if err != nil {
		b.Fatal(err)
	}
	return func(d *enginetest.Dice, _ []card.Card) solver.Position {
		for {
			if deal := playedDeal(b, d, game, game.Rules[0], tricks); deal != nil {
				p, err := solver.PositionOf(deal)
				if err != nil {
					b.Fatal(err)
				}
				return p
			}
		}
	}
}

func solveValue(b *testing.B) func(*solver.Solver, solver.Position) (nodes int) {
	return func(s *solver.Solver, p solver.Position) (nodes int) {
		if _, err := s.Value(context.Background(), &p); err != nil {
			b.Fatal(err)
		}
		return s.Nodes()
	}
}

func measureTwoSeats(b *testing.B, work func(*solver.Solver, solver.Position) (nodes int)) {
	measureDeals(b, solver.PutAwayDeal, work)
}

type dealer func(*enginetest.Dice, []card.Card) solver.Position

func measureDeals(b *testing.B, deal dealer, work func(*solver.Solver, solver.Position) (nodes int)) {
	for b.Loop() {
		s, d, deck := solver.New(tableBytes), enginetest.Dice(dealSeed), card.Full.Cards()
		var took, nodes []float64
		for range *benchDeals {
			p := deal(&d, deck)
			s.Forget()
			began := time.Now()
			n := work(s, p)
			took, nodes = append(took, time.Since(began).Seconds()*1e3), append(nodes, float64(n))
		}
		report(b, took, nodes)
	}
}

func report(b *testing.B, took, nodes []float64) {
	b.Logf("%d deals: ms %s; nodes %s", len(took), quantiles(took), quantiles(nodes))
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*99/100], "p99-ms")
	b.ReportMetric(nodes[len(nodes)/2], "p50-nodes")
}

func quantiles(x []float64) string {
	slices.Sort(x)
	return fmt.Sprintf("p50 %.4g p90 %.4g p99 %.4g max %.4g", x[len(x)/2], x[len(x)*9/10], x[len(x)*99/100], x[len(x)-1])
}
