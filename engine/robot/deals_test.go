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

// Times multiplies the number of deals.
var Times = flag.Int("times", 1, "multiplies the number of deals")

func randomDeal(t *testing.T, g engine.Game, rules engine.RuleSet, options engine.Options, series uint64, n int) *engine.Deal {
	t.Helper()
	deck, err := fair.RandomDeck(dice.New(series, uint64(n)), rules.Cards())
	if err != nil {
		t.Fatal(err)
	}
	deal, err := engine.NewDeal(g, rules.ID, options, engine.Cards{Deck: deck, Dealer: engine.Seat(n % g.Seats)})
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

func forEveryVariant(t *testing.T, deals int, play func(deal *engine.Deal, n int)) {
	t.Helper()
	forEveryVariantFrom(t, 0, deals, play)
}

func forEveryVariantFrom(t *testing.T, first, deals int, play func(deal *engine.Deal, n int)) {
	t.Helper()
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			for _, options := range enginetest.Combinations(rules.Options) {
				for n := first; n < first+deals**Times; n++ {
					play(randomDeal(t, g, rules, options, 11, n), n)
				}
			}
		}
	}
}

func playDeal(t *testing.T, deal *engine.Deal, choose func(seat engine.Seat) engine.Action) {
	t.Helper()
	for deal.Waiting() != 0 {
		for seat := range deal.Waiting().All() {
			if _, err := deal.Act(seat, choose(seat)); err != nil {
				t.Fatalf("%s, seat %d: %v", deal.Rules().ID, seat, err)
			}
		}
	}
}

func samplerOf(t *testing.T, v engine.View) *sampler {
	t.Helper()
	s, err := newSampler(v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Cards parses card codes.
func Cards(t *testing.T, codes string) card.Set {
	t.Helper()
	cards, err := card.ParseSet(strings.Fields(codes))
	if err != nil {
		t.Fatal(err)
	}
	return cards
}

func mediumAction(deal *engine.Deal, seat engine.Seat) engine.Action {
	return heuristic{}.Act(deal.View(seat), deal.Prompt(seat), nil)[0]
}

func quickStrong() *strong {
	s := newStrong(forScore)
	s.moves = 400
	return s
}
