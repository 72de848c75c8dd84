package robot

import (
	"flag"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/fair"
	"tarockbot/engine/games"
)

// Times is by how much tests are larger than usual.
var Times = flag.Int("times", 1, "how many times as many deals are played as is usual")

// everyVariant deals so often, or Times that, by every rule set with every setting of its options.
func everyVariant(t *testing.T, deals int, play func(deal *engine.Deal, n int)) {
	t.Helper()
	everyVariantFrom(t, 0, deals, play)
}

// everyVariantFrom is everyVariant with the deals from that of the number.
func everyVariantFrom(t *testing.T, first, deals int, play func(deal *engine.Deal, n int)) {
	t.Helper()
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			for _, options := range enginetest.Combinations(rules.Options) {
				for n := first; n < first+deals**Times; n++ {
					deck, err := fair.RandomDeck(dice.New(11, uint64(n)), rules.Cards())
					if err != nil {
						t.Fatal(err)
					}
					deal, err := engine.NewDeal(g, rules.ID, options, engine.Cards{Deck: deck, Dealer: engine.Seat(n % g.Seats)})
					if err != nil {
						t.Fatal(err)
					}
					play(deal, n)
				}
			}
		}
	}
}

// set reads card codes with blanks between them.
func set(t *testing.T, codes string) card.Set {
	t.Helper()
	cards, err := card.ParseSet(strings.Fields(codes))
	if err != nil {
		t.Fatal(err)
	}
	return cards
}

// mediumAction returns what a player of level Medium does in the seat.
func mediumAction(deal *engine.Deal, seat engine.Seat) engine.Action {
	return heuristic{}.Act(deal.View(seat), deal.Prompt(seat), nil)[0]
}

// quickStrong is a strong player that tries less.
func quickStrong() *strong {
	s := newStrong(forScore)
	s.moves = 400
	return s
}
