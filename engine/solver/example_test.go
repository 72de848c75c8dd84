package solver_test

import (
	"context"
	"fmt"
	"log"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/solver"
)

func Example() {
	hands := [engine.MaxSeats]card.Set{}
	for seat, cards := range [][]string{{"SKUS", "HK", "H1"}, {"XXI", "XX", "HQ"}} {
		hand, err := card.ParseSet(cards)
		if err != nil {
			log.Fatal(err)
		}
		hands[seat] = hand
	}
	p := solver.Position{Seats: 2, Hands: hands, Turn: 0}
	values, err := solver.New(1<<20).Values(context.Background(), &p)
	if err != nil {
		log.Fatal(err)
	}
	for c := range values.Cards.All() {
		fmt.Printf("%s: %d thirds of a point\n", c, values.Thirds[c])
	}
	// Output:
	// SKUS: 37 thirds of a point
	// H1: 14 thirds of a point
	// HK: 37 thirds of a point
}
