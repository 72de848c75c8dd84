package engine

import (
	"fmt"

	"tarockbot/engine/card"
)

// Cards is the pack after the cut, first dealt first, and the dealer.
type Cards struct {
	Deck   []card.Card
	Dealer Seat
}

// Check returns an error unless c is the whole pack, dealt by one of n seats.
func (c Cards) Check(pack card.Set, n int) error {
	if got := card.SetOf(c.Deck...); got != pack || len(c.Deck) != pack.Len() {
		return fmt.Errorf("engine: the deck is not the pack of %d different cards", pack.Len())
	}
	if c.Dealer < 0 || int(c.Dealer) >= n {
		return fmt.Errorf("engine: no seat %d to deal", c.Dealer)
	}
	return nil
}

// Places holds where each card of a deck goes, by index.
type Places struct {
	Hands    [MaxSeats][]int
	Personal [MaxSeats][]int // by seat, in the order of picking up
	Talon    []int
	Piles    [MaxSeats][][]int // from the left, each from its top
}

// DeckPlaces returns the cards' numbers, which are their indexes in a deck in card order.
func DeckPlaces(cards ...card.Card) []int {
	places := make([]int, len(cards))
	for i, c := range cards {
		places[i] = int(c)
	}
	return places
}
