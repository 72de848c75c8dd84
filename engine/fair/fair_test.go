package fair

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"tarockbot/engine/card"
)

// TestDeckOfKnownBytes works out the deck by hand: zero bytes swap each place with the first.
func TestDeckOfKnownBytes(t *testing.T) {
	for _, last := range []byte{0, 5} {
		got, err := RandomDeck(bytes.NewReader(append(make([]byte, 53), last)), card.Full)
		if err != nil {
			t.Fatal(err)
		}
		pack := card.Full.Cards()
		want := slices.Concat(pack[4+last:], pack[:4+last]) // II … Sküs … CK I, then the cut
		if !slices.Equal(got, want) {
			t.Errorf("zero bytes, then %d:\n got %v\nwant %v", last, got, want)
		}
	}
}

func TestBelow(t *testing.T) {
	tests := []struct {
		name  string
		bytes []byte
		n     int
		want  int
		read  int
	}{
		{"first byte", []byte{5}, 54, 5, 1},
		{"remainder", []byte{60}, 54, 6, 1},
		{"last fair byte", []byte{215}, 54, 53, 1},
		{"unfair bytes are skipped", []byte{216, 255, 3}, 54, 3, 3},
		{"a power of two skips no byte", []byte{255}, 32, 31, 1},
		{"only one result", []byte{255}, 1, 0, 1},
	}
	for _, tt := range tests {
		r := bytes.NewReader(tt.bytes)
		got, err := below(r, tt.n)
		if read := len(tt.bytes) - r.Len(); err != nil || got != tt.want || read != tt.read {
			t.Errorf("%s: got %d from %d bytes, want %d from %d (%v)", tt.name, got, read, tt.want, tt.read, err)
		}
	}
}

func TestRandomDeckErrors(t *testing.T) {
	broken := errors.New("no more")
	tests := []struct {
		name   string
		random io.Reader
		want   error
	}{
		{"no bytes", bytes.NewReader(nil), io.EOF},
		{"ends in the shuffle", bytes.NewReader(make([]byte, 52)), io.EOF},
		{"ends before the cut", bytes.NewReader(make([]byte, 53)), io.EOF},
		{"a failing reader", iotest.ErrReader(broken), broken},
		{"only bytes to skip", bytes.NewReader(bytes.Repeat([]byte{255}, 1000)), io.EOF},
	}
	for _, tt := range tests {
		if deck, err := RandomDeck(tt.random, card.Full); !errors.Is(err, tt.want) || deck != nil {
			t.Errorf("%s: got %v, %v, want %v", tt.name, deck, err, tt.want)
		}
	}
	if _, err := RandomDeck(iotest.OneByteReader(bytes.NewReader(make([]byte, 54))), card.Full); err != nil {
		t.Errorf("reading one byte at a time: %v", err)
	}
}

// 25,000 decks distinguish a chance of 1/54 from one that is 4 % higher.
var chiDecks = flag.Int("chi-decks", 25_000, "the number of decks counted for each pack and method; 1,000,000 take half a minute")

// chiSquareLimit adds six standard deviations, which chance exceeds once in 10^9.
func chiSquareLimit(cards int) float64 {
	mean := float64((cards - 1) * (cards - 1))
	return mean + 6*math.Sqrt(2*mean)
}

func chiSquare(pack card.Set, deal func() []card.Card, n int) float64 {
	var counts [card.Count][card.Count]int
	for range n {
		for place, c := range deal() {
			counts[place][c]++
		}
	}
	expected, sum := float64(n)/float64(pack.Len()), 0.0
	for _, row := range counts[:pack.Len()] {
		for c := range pack.All() {
			d := float64(row[c]) - expected
			sum += d * d / expected
		}
	}
	return sum
}

func TestDecksAreEven(t *testing.T) {
	for _, pack := range []card.Set{card.Full, forty} {
		for name, deal := range fairMethods(t, pack) {
			if got := chiSquare(pack, deal, *chiDecks); got > chiSquareLimit(pack.Len()) {
				t.Errorf("%d cards, %s: chi square of %d decks is %.0f, want at most %.0f", pack.Len(), name, *chiDecks, got, chiSquareLimit(pack.Len()))
			}
		}
		for name, deal := range unfairMethods(pack) {
			if got := chiSquare(pack, deal, *chiDecks); got <= chiSquareLimit(pack.Len()) {
				t.Errorf("%d cards, control %q: chi square %.0f, want above %.0f", pack.Len(), name, got, chiSquareLimit(pack.Len()))
			}
		}
	}
}

func fairMethods(t *testing.T, pack card.Set) map[string]func() []card.Card {
	t.Helper()
	source := rand.NewChaCha8([32]byte{1})
	chain, number := Chain{Table: "abcd2345", Length: 8}, 0
	return map[string]func() []card.Card{
		"RandomDeck": func() []card.Card {
			deck, err := RandomDeck(source, pack)
			if err != nil {
				t.Fatal(err)
			}
			return deck
		},
		// A cut hides faults of a shuffle.
		"shuffle without the cut": func() []card.Card {
			deck := pack.Cards()
			if err := shuffle(source, deck); err != nil {
				t.Fatal(err)
			}
			return deck
		},
		"deck of a chain's seed": func() []card.Card {
			if number++; number > chain.Length {
				chain.LastSeed, number = hashOf("/next", string(chain.LastSeed[:])), 1
			}
			cut := CutHash(nil, "p1", "text")
			return deckOf(chain.Seed(number), [][]byte{[]byte("context"), cut[:]}, pack)
		},
	}
}

func unfairMethods(pack card.Set) map[string]func() []card.Card {
	r := rand.New(rand.NewChaCha8([32]byte{2}))
	ways := make(map[string]func() []card.Card)
	for name, swapped := range map[string]func(i int) int{
		"swap with any card":            func(_ int) int { return r.IntN(pack.Len()) },
		"never swap a card with itself": func(i int) int { return r.IntN(i) },
		"no bytes skipped":              func(i int) int { return r.IntN(256) % (i + 1) },
	} {
		ways[name] = func() []card.Card {
			deck := pack.Cards()
			for i := len(deck) - 1; i > 0; i-- {
				j := swapped(i)
				deck[i], deck[j] = deck[j], deck[i]
			}
			return deck
		}
	}
	return ways
}

func TestLiftedCardsAreEven(t *testing.T) {
	var counts [card.Count]int
	source := rand.NewChaCha8([32]byte{2})
	const each = 1000
	for range 49 * each {
		lifted, err := below(source, 49)
		if err != nil {
			t.Fatal(err)
		}
		counts[lift(card.Full.Cards(), leastCut+lifted)[0]]++
	}
	for first, got := range counts {
		possible := first >= 3 && first <= 51
		if possible != (got > 0) || possible && (got < each*8/10 || got > each*12/10) {
			t.Errorf("%d cards were lifted %d times, want about %d for 3 to 51 cards and never else", first, got, each)
		}
	}
}
