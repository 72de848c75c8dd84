// Package fair makes decks; the randomness comes from outside. Start at Chain for those
// that anybody can check: it has the seeds, Deck makes a deck of a seed and of what people
// cut with, a Receipt is published before anybody sees a card and a Proof afterwards, and
// check.go says what is wrong with them. RandomDeck makes a deck of random bytes alone.
package fair

import (
	"fmt"
	"io"

	"tarockbot/engine/card"
)

// The fewest cards that a cut lifts and leaves (RULES 0 and 1.1).
const leastCut = 3

// RandomDeck returns the pack in dealing order, mixed and cut with bytes of random.
// Every order is equally likely if every byte is. The error is the reader's.
func RandomDeck(random io.Reader, pack card.Set) ([]card.Card, error) {
	deck := pack.Cards()
	if err := shuffle(random, deck); err != nil {
		return nil, fmt.Errorf("fair: shuffle: %w", err)
	}
	lifted, err := below(random, len(deck)-2*leastCut+1)
	if err != nil {
		return nil, fmt.Errorf("fair: cut: %w", err)
	}
	return cut(deck, leastCut+lifted), nil
}

// shuffle returns Fisher and Yates's: each place from the last gets one of the
// cards up to it.
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

// cut lifts the first cards and puts them under the others.
func cut(deck []card.Card, lifted int) []card.Card {
	return append(deck[lifted:len(deck):len(deck)], deck[:lifted]...)
}

// below returns a number from 0 to n-1, n at most 256. Bytes from which some
// numbers would come more often than others are passed over.
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
