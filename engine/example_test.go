package engine_test

import (
	"fmt"
	"log"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

// Both players take the first choice.
func Example() {
	game, err := games.ByRules("strohmandeln/forty")
	if err != nil {
		log.Fatal(err)
	}
	set, err := game.RuleSet("strohmandeln/forty")
	if err != nil {
		log.Fatal(err)
	}
	pack := slices.Collect(set.Cards().All()) // a bot shuffles it
	deal, err := engine.NewDeal(game, set.ID, nil, engine.Cards{Deck: pack, Dealer: 0})
	if err != nil {
		log.Fatal(err)
	}
	for deal.Result() == nil {
		seat := slices.Collect(deal.Waiting().All())[0]
		if _, err := deal.Act(seat, firstOffered(deal.Prompt(seat))); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("contract:", deal.Result().Contract)
	fmt.Println("tricks:", deal.Result().Tricks)
	fmt.Println("score:", deal.Result().Score)
	// Output:
	// contract: undertake
	// tricks: [15 5]
	// score: [6 0]
}

func firstOffered(p engine.Prompt) engine.Action {
	if len(p.Choices) > 0 {
		return p.Choices[0]
	}
	return engine.Play(p.Pick.From.Lowest())
}

// A refused action changes nothing.
func ExampleDeal_Act() {
	game, err := games.ByRules("strohmandeln/forty")
	if err != nil {
		log.Fatal(err)
	}
	pack := slices.Collect(game.Rules[2].Cards().All())
	deal, err := engine.NewDeal(game, "strohmandeln/forty", nil, engine.Cards{Deck: pack, Dealer: 0})
	if err != nil {
		log.Fatal(err)
	}
	_, err = deal.Act(0, engine.Play(card.Full.Lowest())) // it is the other seat's turn
	fmt.Println(err)
	// Output:
	// engine: refused: not-your-turn
}
