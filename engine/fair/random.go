package fair

import (
	"fmt"
	"io"

	"tarockbot/engine/card"
)

// leastCut is the fewest cards that the physical cut lifts, and the fewest that it leaves (RULES 0 and 1.1).
const leastCut = 3

// RandomDeck returns the pack in dealing order, shuffled and cut with bytes of random.
// If all bytes are equally likely, so are all orders. It returns the reader's error.
func RandomDeck(random io.Reader, pack card.Set) ([]card.Card, error) {
	deck := pack.Cards()
	if err := shuffle(random, deck); err != nil {
		return nil, fmt.Errorf("fair: shuffle: %w", err)
	}
	lifted, err := below(random, len(deck)-2*leastCut+1)
	if err != nil {
		return nil, fmt.Errorf("fair: cut: %w", err)
	}
	return lift(deck, leastCut+lifted), nil
}

// shuffle permutes the deck in place by Fisher and Yates's algorithm. It begins at the last place. It returns the
// reader's error.
func shuffle(random io.Reader, deck []card.Card) error {
	for i := len(deck) - 1; i > 0; i-- {
		j, err := below(random, i+1)
		if err != nil {
			return err
		}
		deck[i], deck[j] = deck[j], deck[i]
	}
	return nil
}

// lift returns the deck with its first cards moved to the end. It is the cut of a deck on a table.
func lift(deck []card.Card, lifted int) []card.Card {
	return append(deck[lifted:len(deck):len(deck)], deck[:lifted]...)
}

// below returns a random number from 0 to n-1; n is at most 256. It skips the highest bytes, which would make some
// numbers likelier than others. It returns the reader's error.
func below(random io.Reader, n int) (int, error) {
	var b [1]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, err
		}
		if int(b[0]) < 256-256%n {
			return int(b[0]) % n, nil
		}
	}
}
