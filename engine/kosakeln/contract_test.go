package kosakeln_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/kosakeln"
)

const records = "testdata/records"

func TestContract(t *testing.T) {
	enginetest.CheckContract(t, kosakeln.Game, kosakeln.Bamberger, kosakeln.Spieleversum)
}

func TestRecords(t *testing.T) { enginetest.CheckRecords(t, kosakeln.Game, records, 220) }

func FuzzRecords(f *testing.F) { enginetest.FuzzRecords(f, kosakeln.Game, records) }

func BenchmarkRandomDeals(b *testing.B) { enginetest.BenchmarkDeals(b, kosakeln.Game) }

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
