// Package fair makes decks that nobody can foretell or favour. Deal is the one
// place where cards come from.
package fair

import (
	"fmt"
	"io"

	"tarockbot/engine/card"
)

// The cut lifts between 3 and 51 cards (RULES 1.1).
const (
	leastCut = 3
	mostCut  = 51
)

// Deal is the pack in dealing order: shuffled by Fisher and Yates and cut, all
// by bytes of random, which must be unpredictable. An error is random's.
func Deal(random io.Reader) ([]card.Card, error) {
	deck := card.Full.Cards()
	for i := len(deck) - 1; i > 0; i-- {
		j, err := below(random, i+1)
		if err != nil {
			return nil, err
		}
		deck[i], deck[j] = deck[j], deck[i]
	}
	lift, err := below(random, mostCut-leastCut+1)
	if err != nil {
		return nil, err
	}
	lift += leastCut
	return append(deck[lift:len(deck):len(deck)], deck[:lift]...), nil
}

// below is a number from 0 to n-1, each as likely: bytes that would favour
// the low ones are passed over. n is at most 256.
func below(random io.Reader, n int) (int, error) {
	var b [1]byte
	limit := 256 - 256%n
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("fair: random source: %w", err)
		}
		if int(b[0]) < limit {
			return int(b[0]) % n, nil
		}
	}
}
