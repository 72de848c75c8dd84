package describe_test

import (
	"fmt"
	"log"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/strohmandeln"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// Every reader gets the same board in their own language.
func ExampleBoard() {
	catalogue, err := words.Load()
	if err != nil {
		log.Fatal(err)
	}
	set := strohmandeln.Game.Rules[0]
	deal, err := engine.NewDeal(strohmandeln.Game, set.ID, nil, engine.Cards{Deck: slices.Collect(set.Cards().All()), Dealer: 0})
	if err != nil {
		log.Fatal(err)
	}
	for _, lang := range []string{"en", "de"} {
		for _, line := range describe.Board(deal.PublicView(), []string{"Anna", "Bert"}, catalogue.In(lang)) {
			for _, span := range line {
				fmt.Print(span.Text)
			}
			fmt.Println()
		}
	}
	// Output:
	// In front of Anna:  1) 4 face down  2) 4 face down  3) 4 face down
	// In front of Bert:  1) 4 face down  2) 4 face down  3) 4 face down
	// To undertake or pass: Bert
	// Vor Anna liegt:  1) 4 verdeckt  2) 4 verdeckt  3) 4 verdeckt
	// Vor Bert liegt:  1) 4 verdeckt  2) 4 verdeckt  3) 4 verdeckt
	// Aufnehmen oder weiter: Bert
}
