package dice

import (
	"bytes"
	"testing"
)

// TestPublishedNumbers checks the numbers that SplitMix64's authors publish for the seed 1234567.
func TestPublishedNumbers(t *testing.T) {
	d := &Dice{state: 1234567}
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := d.Uint64(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
	seen := make(map[uint64]bool)
	for _, seed := range [][]uint64{nil, {0}, {1}, {2}, {0, 0}, {1, 2}, {2, 1}, {1, 2, 0}} {
		first := New(seed...).Uint64()
		if seen[first] {
			t.Errorf("the stream of %v begins like an earlier one", seed)
		}
		seen[first] = true
		if again := New(seed...).Uint64(); again != first {
			t.Errorf("two streams of %v begin with %d and %d", seed, first, again)
		}
	}
}

func TestBelow(t *testing.T) {
	const n, rolls = 7, 70_000
	var counts [n]int
	d := New(5)
	for range rolls {
		counts[d.Below(n)]++
	}
	for i, got := range counts {
		if got < rolls/n*95/100 || got > rolls/n*105/100 {
			t.Errorf("%d occurs %d times in %d", i, got, rolls)
		}
	}
}

func TestRead(t *testing.T) {
	whole := make([]byte, 20)
	if n, err := New(3).Read(whole); n != 20 || err != nil {
		t.Fatalf("read %d bytes, %v", n, err)
	}
	d, words := New(3), make([]byte, 16)
	for i := range 2 {
		if _, err := d.Read(words[8*i : 8*i+8]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(whole[:16], words) {
		t.Errorf("read %x at once, %x word by word", whole, words)
	}
}
