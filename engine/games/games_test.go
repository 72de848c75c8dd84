package games_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

func TestByRules(t *testing.T) {
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			if got, err := games.ByRules(rules.ID); err != nil || got.ID != g.ID {
				t.Errorf("ByRules(%s) = %s, %v", rules.ID, got.ID, err)
			}
			deal, err := engine.NewDeal(g, rules.ID, nil, engine.Cards{Deck: rules.Cards().Cards()})
			if err != nil {
				t.Fatal(err)
			}
			if again, err := games.Replay(deal.Record()); err != nil || again.Rules().ID != rules.ID {
				t.Errorf("%s: Replay returns %v, %v", rules.ID, again, err)
			}
		}
	}
	for _, read := range []func(engine.Record) (*engine.Deal, error){games.Replay, games.ReplayWithResult} {
		if deal, err := read(engine.Record{Rules: "bridge/rubber"}); err == nil {
			t.Errorf("unknown rules give %v", deal)
		}
	}
}
