package robot_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/robot"
	"tarockbot/engine/strohmandeln"
)

// TestUndertakes: two of a kind undertake often, and win most of those games.
func TestUndertakes(t *testing.T) {
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

// TestRemarks: what is said besides cards, by what is held and seen.
func TestRemarks(t *testing.T) {
	say := engine.Say
	fold := []engine.Action{say(engine.Pass, 0), say(engine.Fold, 0)}
	undertake := []engine.Action{say(engine.Undertake, 0), say(engine.Pass, 0)}
	ross := []engine.Action{engine.PlaySaying(16, engine.Ross)}
	topschin := []engine.Action{engine.PlaySaying(17, engine.Topschin)}
	known := func(codes string) engine.Table {
		return engine.Table{Known: []card.Set{0, cards(t, codes)}}
	}
	tests := []struct {
		name  string
		table engine.Table
		hand  string
		words []engine.Action
		want  string
	}{
		{"folds", engine.Table{}, "HK DK SK CK HQ", fold, "fold"},
		{"folds rather than passes", engine.Table{}, "H4 D4 S7", append(undertake[:2:2], fold[1]), "fold"},
		{"goes on", engine.Table{}, "I HK", fold[:1], "pass"},
		{"undertakes", engine.Table{}, "I XV XVI XVII XVIII XIX XX XXI SKUS HK DK SK CK HQ HC", undertake, "undertake"},
		{"passes", engine.Table{}, "II III IIII V H4 H3 D4 D3 S7 S8 C7 C8 C9 S9 D2", undertake, "pass"},
		{"declares", engine.Table{}, "I XXI SKUS H4", []engine.Action{say(engine.Declare, engine.Trull)}, "declare trull"},
		{"says Ross! with nothing above", engine.Table{}, "XVII XVIII XIX XX XXI SKUS H4", ross, "play XVII ross"},
		{"is silent where the higher ones are unknown", engine.Table{}, "XVII XVIII H4 H3 D4", ross, "play H4"},
		{"is silent where one is seen", known("XIX"), "XVII XVIII XX XXI SKUS H4", ross, "play H4"},
		{"ends Rostopschin", known("XIX"), "XVIII H4", topschin, "play XVIII topschin"},
	}
	for _, tt := range tests {
		v := engine.View{Table: tt.table}
		v.Declarer, v.HandSize, v.Cards = engine.Nobody, []int{12, 12}, cards(t, tt.hand)
		p := engine.Prompt{Words: tt.words}
		if tt.words[0].Verb == engine.PlayCard || tt.words[0].Verb == engine.Declare {
			p.Pick = engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: v.Cards}
		}
		got := robot.Medium.New().Act(v, p, nil)
		if len(got) != 1 || got[0].String() != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}
