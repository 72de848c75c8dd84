package solver

import (
	"math"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
)

// TestTableFindsStored allows full buckets to lose a few entries as the table grows.
func TestTableFindsStored(t *testing.T) {
	const n = 20_000
	tab, d, deck := makeTable(1<<20), enginetest.Dice(15), card.Full.Cards()
	full := len(tab.capacity) * bucketSize
	var positions [n]key
	for i := range positions {
		d.Shuffle(deck)
		positions[i] = tab.key(placesOf(card.SetOf(deck[:10]...)), placesOf(card.SetOf(deck[10:20]...)))
		tab.store(positions[i], found{low: i & 127, high: 128 + i&127, bestMove: i & 15})
	}
	missing := 0
	for i, k := range positions {
		want := found{low: i & 127, high: 128 + i&127, bestMove: i & 15}
		switch got := tab.find(k, 210); got {
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
	if got := tab.find(positions[0], 210); got != (found{high: 210}) {
		t.Errorf("after forget, the first position is found as %+v", got)
	}
}

func TestTableSize(t *testing.T) {
	for bytes, want := range map[int]int{0: bucketBytes, 1 << 20: 1 << 20, 3 << 20: 2 << 20, 4 * maxTable: maxTable} {
		if got := len(New(bytes).table.capacity) * bucketBytes; got != want {
			t.Errorf("New(%d) has %d bytes, want %d", bytes, got, want)
		}
	}
}

// TestPointTable checks that each search finds only its own entries, also when the generation overflows.
func TestPointTable(t *testing.T) {
	tab := makePointTable()
	tab.begin()
	k, all := pointKey{one: 1, two: 2, generation: tab.generation}, found{low: -50, high: 50}
	want := found{low: 3, high: 4, bestMove: 5}
	if tab.store(k, want); tab.find(k, all) != want {
		t.Errorf("found %+v, want %+v", tab.find(k, all), want)
	}
	for _, before := range []uint32{tab.generation, math.MaxUint32} {
		tab.generation = before
		tab.begin()
		k.generation = tab.generation
		if got := tab.find(k, all); got != all || tab.generation == 0 {
			t.Errorf("search %d found %+v, want nothing", tab.generation, got)
		}
	}
}

func TestCountingOf(t *testing.T) {
	faces := func(cards card.Set) (sum int) {
		for c := range cards.All() {
			sum += 3 * int(faceOf(c))
		}
		return sum
	}
	tests := []struct {
		name         string
		count        func(card.Set) int
		faces, known bool
	}{
		{"thirds", nil, false, true},
		{"faces", faces, true, true},
		{"each card counts one", card.Set.Len, false, false},
		{"faces, but the Pagat counts nothing", func(cards card.Set) int { return faces(cards &^ card.Pagat.Bit()) }, false, false},
	}
	for _, tt := range tests {
		if faces, known := countingOf(engine.RuleSet{Count: tt.count}); faces != tt.faces || known != tt.known {
			t.Errorf("%s: faces %v, known %v", tt.name, faces, known)
		}
	}
}
