package kosakeln_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/kosakeln"
)

func BenchmarkRandomDeals(b *testing.B) { enginetest.BenchmarkDeals(b, kosakeln.Game) }

// BenchmarkTrickPlay plays sixteen random tricks for two on the very functions
// that rounds use for following and winning.
func BenchmarkTrickPlay(b *testing.B) {
	dice, deck := enginetest.Dice(1), card.Full.Cards()
	dice.Shuffle(deck)
	hands := [engine.MaxSeats]card.Set{card.SetOf(deck[:16]...), card.SetOf(deck[16:32]...)}
	b.ReportAllocs()
	for b.Loop() {
		p := engine.StartTricks(hands, 2, 16, 0)
		for range 32 {
			playable := p.Playable()
			p.Play(playable.Nth(dice.Below(playable.Len())))
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
}
