package solver_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

// randomDeal deals two hands of 24 of a shuffled deck, of which each seat puts
// eight away, no honours.
func randomDeal(d *enginetest.Dice, deck []card.Card) (hands, away [2]card.Set) {
	d.Shuffle(deck)
	for seat := range hands {
		hands[seat] = card.SetOf(deck[24*seat : 24*seat+24]...)
		from := hands[seat] &^ card.Honours
		for n := from.Len(); n > from.Len()-8; n-- {
			away[seat] |= (from &^ away[seat]).Nth(d.Below(n)).Bit()
		}
	}
	return hands, away
}

// TestPlayout plays random deals side by side with the engine.
func TestPlayout(t *testing.T) {
	n := 20_000
	if *long {
		n = 1_000_000
	}
	d, deck := enginetest.Dice(13), card.Full.Cards()
	for i := range n {
		hands, away := randomDeal(&d, deck)
		forehand := engine.Seat(d.Below(2))
		got := solver.NewPlayout(hands, forehand)
		var tricks [engine.MaxSeats]card.Set
		for seat := range engine.Seat(2) {
			got.PutAway(seat, away[seat])
			tricks[seat] = hands[seat] &^ away[seat]
		}
		want := engine.StartTricks(tricks, 2, 16, forehand)
		for !want.IsOver() {
			playable := want.Playable()
			if got.Turn() != want.Turn || got.Playable() != playable {
				t.Fatalf("deal %d, %s against %s: seat %d may play %s, want seat %d and %s",
					i, hands[0], hands[1], got.Turn(), got.Playable(), want.Turn, playable)
			}
			c := playable.Nth(d.Below(playable.Len()))
			got.Play(c)
			want.Play(c)
		}
		for seat := range engine.Seat(2) {
			if thirds := (want.Won[seat] | away[seat]).Thirds(); got.Thirds(seat) != thirds || got.Playable() != 0 {
				t.Fatalf("deal %d: seat %d has %d thirds, want %d", i, seat, got.Thirds(seat), thirds)
			}
		}
	}
	t.Logf("%d deals", n)
}

// BenchmarkPlayout deals, puts away and plays random cards to the end.
func BenchmarkPlayout(b *testing.B) {
	d, deck, sum := enginetest.Dice(14), card.Full.Cards(), 0
	b.ReportAllocs()
	for b.Loop() {
		hands, away := randomDeal(&d, deck)
		p := solver.NewPlayout(hands, 0)
		p.PutAway(0, away[0])
		p.PutAway(1, away[1])
		for playable := p.Playable(); playable != 0; playable = p.Playable() {
			p.Play(playable.Nth(d.Below(playable.Len())))
		}
		sum += p.Thirds(0) + p.Thirds(1)
	}
	if sum < 100*b.N {
		b.Fatalf("%d thirds in %d deals", sum, b.N)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}
