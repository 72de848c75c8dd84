package engine

import (
	"fmt"

	"tarockbot/engine/card"
)

// Cards is what a round starts from: the pack in dealing order, first dealt
// first, after the cut; and who deals.
type Cards struct {
	Deck   []card.Card
	Dealer Seat
}

// Check returns an error unless c is a whole pack of the given cards, dealt by one of n
// seats.
func (c Cards) Check(pack card.Set, n int) error {
	if got := card.SetOf(c.Deck...); got != pack || len(c.Deck) != pack.Len() {
		return fmt.Errorf("engine: the deck is not the pack of %d different cards", pack.Len())
	}
	if c.Dealer < 0 || int(c.Dealer) >= n {
		return fmt.Errorf("engine: no seat %d to deal", c.Dealer)
	}
	return nil
}

// Places is where the cards of a deck go when they are dealt, as places in the deck
// counted from 0.
type Places struct {
	Hands    [MaxSeats][]int   // in no order
	Personal [MaxSeats][]int   // the personal talons, the first to be picked up first
	Talon    []int             // in dealing order
	Piles    [MaxSeats][][]int // the piles from the left, each from its top
}

// DeckPlaces returns the places of the cards in a deck in which every card stands at the place of its own
// number. A game deals such a deck to find its Places.
func DeckPlaces(cards ...card.Card) []int {
	places := make([]int, len(cards))
	for i, c := range cards {
		places[i] = int(c)
	}
	return places
}
