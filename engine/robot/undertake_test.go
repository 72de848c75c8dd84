package robot_test

import (
	"flag"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/engine/strohmandeln"
)

func TestUndertakesWinningHands(t *testing.T) {
	deals := 200 * *robot.Times
	for _, rules := range strohmandeln.Game.Rules {
		undertaken, won := 0, 0
		for seed := range deals {
			d := newDeal(t, rules.ID, nil, seed)
			playOut(t, d, robot.Medium.New(), robot.Medium.New())
			if r := d.Result(); r.Declarer != engine.Nobody {
				undertaken++
				if r.Items[0].Won {
					won++
				}
			}
		}
		t.Logf("%s: %d of %d undertaken, %d won", rules.ID, undertaken, deals, won)
		if undertaken < deals*3/10 || won*100 < undertaken*60 {
			t.Errorf("%s: %d of %d undertaken, %d won", rules.ID, undertaken, deals, won)
		}
	}
}

var (
	contraLevel = flag.String("contra-level", string(robot.Medium), "the level of both players of TestContra")
	contraDeals = flag.Int("contra-deals", 2000, "the number of deals of each rule set")
)

func TestContra(t *testing.T) {
	player := robot.Level(*contraLevel).New()
	right, wrong := 0, 0
	for _, rules := range strohmandeln.Game.Rules {
		doubled, lost := 0, 0
		for seed := range *contraDeals {
			d := newDeal(t, rules.ID, engine.Options{"contra": "undertaken"}, seed)
			if !playUntilTricks(t, d, player) {
				continue
			}
			playOut(t, d, player, player)
			doubled++
			if !d.Result().Items[0].Won {
				lost++
			}
		}
		t.Logf("%s: %d of %d doubled, %d lost", rules.ID, doubled, *contraDeals, lost)
		if doubled == 0 {
			t.Errorf("%s: no game was doubled", rules.ID)
		}
		right, wrong = right+lost, wrong+doubled-lost
	}
	if right <= wrong {
		t.Errorf("%d contras were right and %d wrong, want more right", right, wrong)
	}
}

func playUntilTricks(t *testing.T, d *engine.Deal, player robot.Player) (doubled bool) {
	t.Helper()
	stream := dice.New(uint64(d.Record().Deck[0]), uint64(d.Record().Deck[1]))
	for d.Waiting() != 0 && d.PublicView().Phase != engine.Playing {
		for seat := range d.Waiting().All() {
			if _, err := d.Act(seat, player.Act(d.View(seat), d.Prompt(seat), stream)...); err != nil {
				t.Fatal(err)
			}
		}
	}
	return slices.ContainsFunc(d.PublicView().Calls, func(m engine.Move) bool { return m.Action.Verb == engine.Contra })
}
