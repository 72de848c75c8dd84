package robot_test

import (
	"flag"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/duel"
	"tarockbot/engine/games"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/robot"
	"tarockbot/engine/strohmandeln"
)

func runDuel(t *testing.T, rules string, a, b func() duel.Player, deals int, seed uint64) duel.Report {
	t.Helper()
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	report, err := duel.Run(t.Context(), duel.Config{
		Game: g, Rules: rules, A: a, B: b, Deals: deals, Seed: seed, Now: func() int64 { return 0 },
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestBeatsRandom(t *testing.T) {
	for _, g := range []struct {
		game  engine.Game
		score float64
	}{{kosakeln.Game, 4}, {strohmandeln.Game, 1}, {illustrated.Game, 10}} {
		for _, rules := range g.game.Rules {
			for _, level := range []string{"easy", "medium"} {
				player, _ := duel.PlayerByName(level, false)
				report := runDuel(t, rules.ID, player, func() duel.Player { return duel.Seated{Player: randomPlayer{}} }, 100**robot.Times, 7)
				if m := report.Points; m.Value-m.HalfInterval < 4 {
					t.Errorf("%s: %s has %.2f ± %.2f card points a deal, want 4", rules.ID, level, m.Value, m.HalfInterval)
				}
				if m := report.Score; m.Value-m.HalfInterval < g.score {
					t.Errorf("%s: %s has %.2f ± %.2f score a deal, want %.0f", rules.ID, level, m.Value, m.HalfInterval, g.score)
				}
			}
		}
	}
}

var (
	strengthRules = flag.String("strength-rules", illustrated.MayrSedlaczek, `the rule set of TestStronger, or "all"`)
	strengthDeals = flag.Int("strength-deals", 4, "the number of deals of TestStronger")
)

// reportedSeed is for published figures. The players weren't tuned with it.
const reportedSeed = 100

func TestStronger(t *testing.T) {
	strong, _ := duel.PlayerByName("strong", false)
	medium, _ := duel.PlayerByName("medium", false)
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			if *strengthRules != "all" && *strengthRules != rules.ID {
				continue
			}
			least := 0.0
			if rules.ID == kosakeln.Bamberger && *strengthDeals >= 100 {
				least = 6 // measured: 10.5 ± 2.0
			}
			report := runDuel(t, rules.ID, strong, medium, *strengthDeals, reportedSeed)
			t.Logf("%s: %+.2f ± %.2f game points, %+.2f ± %.2f card points in %d deals", rules.ID,
				report.Score.Value, report.Score.HalfInterval, report.Points.Value, report.Points.HalfInterval, *strengthDeals)
			if m := report.Score; m.Value-m.HalfInterval <= least {
				t.Errorf("%s: %.2f ± %.2f game points a deal, want %.0f", rules.ID, m.Value, m.HalfInterval, least)
			}
		}
	}
}

// TestStrongerCards requires a margin that the player for the score doesn't reach.
func TestStrongerCards(t *testing.T) {
	strong, _ := duel.PlayerByName("strong", true)
	medium, _ := duel.PlayerByName("medium", true)
	report, err := duel.Run(t.Context(), duel.Config{
		Game: kosakeln.Game, Rules: duel.CardsOnlyRules, Options: duel.CardsOnlyOptions(), CardsOnly: true,
		A: strong, B: medium, Deals: *strengthDeals, Seed: reportedSeed, Now: func() int64 { return 0 },
	})
	if err != nil {
		t.Fatal(err)
	}
	if m := report.Points; m.Value-m.HalfInterval < 1.5 {
		t.Errorf("%.2f ± %.2f card points a deal, want 1.5", m.Value, m.HalfInterval)
	}
}

func TestSelfPlay(t *testing.T) {
	deals := 200 * *robot.Times
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
