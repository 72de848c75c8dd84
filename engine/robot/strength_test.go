package robot_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/duel"
	"tarockbot/engine/games"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/robot"
	"tarockbot/engine/strohmandeln"
)

// against plays deals of a seed between a level and a random player.
func against(t testing.TB, rules string, level robot.Level, deals int) duel.Report {
	t.Helper()
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	report, err := duel.Run(t.Context(), duel.Config{
		Game: g, Rules: rules, Deals: deals, Seed: 7, Now: func() int64 { return 0 },
		A: func() duel.Player { return duel.Seated{Player: level.New()} },
		B: func() duel.Player { return duel.Seated{Player: random{}} },
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestBeatsRandom asks for the 4 card points a deal that the players must be
// ahead, at the lower end of the interval.
func TestBeatsRandom(t *testing.T) {
	for _, g := range []struct {
		game  engine.Game
		score float64 // game points a deal
	}{{kosakeln.Game, 4}, {strohmandeln.Game, 1}, {illustrated.Game, 10}} {
		for _, rules := range g.game.Rules {
			for _, level := range robot.Levels() {
				report := against(t, rules.ID, level, 200)
				if m := report.Points; m.Mean-m.Half < 4 {
					t.Errorf("%s: %s has %.2f ± %.2f card points a deal, want 4", rules.ID, level, m.Mean, m.Half)
				}
				if m := report.Score; m.Mean-m.Half < g.score {
					t.Errorf("%s: %s has %.2f ± %.2f score a deal, want %.0f", rules.ID, level, m.Mean, m.Half, g.score)
				}
			}
		}
	}
}

// TestSelfPlay: deals between players of a kind are played, not thrown in, the
// declarer is usually right to have bid, and every contract occurs.
func TestSelfPlay(t *testing.T) {
	const deals = 1000
	for _, v := range variants(kosakeln.Game, illustrated.Game) {
		contracts, won := map[engine.Word]int{}, 0
		for seed := range deals {
			d := newDeal(t, v.Rules, v.Options, seed)
			playOut(t, d, robot.Medium.New(), robot.Medium.New(), robot.Medium.New())
			r := d.Result()
			contracts[r.Contract]++
			if r.Declarer != engine.Nobody && r.Items[0].Won == (r.Items[0].By == r.Declarer) {
				won++
			}
		}
		t.Logf("%s %v: %v, %d won", v.Rules, v.Options, contracts, won)
		played := deals - contracts[0]
		if played < deals*8/10 || won*100 < played*55 || len(contracts) < 4 {
			t.Errorf("%s %v: of %d deals %v, %d won", v.Rules, v.Options, deals, contracts, won)
		}
	}
}
