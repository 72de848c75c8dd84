package solver

import (
	"testing"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
)

// TestTable: what was put into a table is found again after it has grown, but
// for the few positions whose bucket was full, and never as something else.
func TestTable(t *testing.T) {
	const n = 20_000
	tab, d, deck := makeTable(1<<20), enginetest.Dice(15), card.Full.Cards()
	full := len(tab.room) * bucketSize
	var positions [n][2]uint64
	for i := range positions {
		d.Shuffle(deck)
		a, b := placesOf(card.SetOf(deck[:10]...)), placesOf(card.SetOf(deck[10:20]...))
		positions[i] = [2]uint64{a, b}
		tab.put(tab.hash(a, b), a, b, found{low: i & 127, high: 128 + i&127, move: i & 15})
	}
	missing := 0
	for i, p := range positions {
		want := found{low: i & 127, high: 128 + i&127, move: i & 15}
		switch got := tab.find(tab.hash(p[0], p[1]), p[0], p[1], 210); got {
		case want:
		case found{high: 210}:
			missing++
		default:
			t.Fatalf("position %d is found as %+v, want %+v", i, got, want)
		}
	}
	if missing > n/10 {
		t.Errorf("%d of %d positions are missing from a table for %d", missing, n, full)
	}
	tab.forget()
	if got := tab.find(tab.hash(positions[0][0], positions[0][1]), positions[0][0], positions[0][1], 210); got != (found{high: 210}) {
		t.Errorf("after forgetting the first is found as %+v", got)
	}
}
