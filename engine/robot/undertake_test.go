package robot_test

import (
	"flag"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
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

var (
	contraLevel = flag.String("contra-level", string(robot.Medium), "the level of both players of TestContra")
	contraDeals = flag.Int("contra-deals", 2000, "how many deals it plays by each rule set")
)

// TestContra: a player doubles undertaken games by every rule set, and more of those games are lost than won.
func TestContra(t *testing.T) {
	player := robot.Level(*contraLevel).New()
	right, wrong := 0, 0
	for _, rules := range strohmandeln.Game.Rules {
		doubled, lost := 0, 0
		for seed := range *contraDeals {
			d := newDeal(t, rules.ID, engine.Options{"contra": "undertaken"}, seed)
			if !speakOut(t, d, player) {
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
			t.Errorf("%s: nothing is doubled", rules.ID)
		}
		right, wrong = right+lost, wrong+doubled-lost
	}
	if right <= wrong {
		t.Errorf("%d contras were right, and %d wrong", right, wrong)
	}
}

// speakOut lets the player speak for both seats until the tricks begin, and says whether the game is doubled.
func speakOut(t *testing.T, d *engine.Deal, player robot.Player) (doubled bool) {
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

// TestRemarks: what is said besides cards, by what is held and seen.
func TestRemarks(t *testing.T) {
	say := engine.Say
	fold := []engine.Action{say(engine.Pass, 0), say(engine.Fold, 0)}
	undertake := []engine.Action{say(engine.Undertake, 0), say(engine.Pass, 0)}
	answer := []engine.Action{say(engine.Contra, engine.TheGame), say(engine.Good, 0), say(engine.Fold, 0)}
	undertaken := engine.PublicView{Contract: engine.Undertaken}
	ross := []engine.Action{engine.PlaySaying(16, engine.Ross)}
	topschin := []engine.Action{engine.PlaySaying(17, engine.Topschin)}
	known := func(codes string) engine.PublicView {
		return engine.PublicView{KnownInHand: []card.Set{0, cards(t, codes)}}
	}
	tests := []struct {
		name  string
		table engine.PublicView
		hand  string
		words []engine.Action
		want  string
	}{
		{"folds", engine.PublicView{}, "HK DK SK CK HQ", fold, "fold"},
		{"folds rather than passes", engine.PublicView{}, "H4 D4 S7", append(undertake[:2:2], fold[1]), "fold"},
		{"goes on", engine.PublicView{}, "I HK", fold[:1], "pass"},
		{"undertakes", engine.PublicView{}, "I XV XVI XVII XVIII XIX XX XXI SKUS HK DK SK CK HQ HC", undertake, "undertake"},
		{"passes", engine.PublicView{}, "II III IIII V H4 H3 D4 D3 S7 S8 C7 C8 C9 S9 D2", undertake, "pass"},
		{"doubles with a strong hand", undertaken, "I XV XVI XVII XVIII XIX XX XXI SKUS HK DK SK CK HQ HC", answer[:2], "contra game"},
		{"lets be with a weak one", undertaken, "II III IIII V H4 H3 D4 D3 S7 S8 C7 C8 C9 S9 D2", answer[:2], "good"},
		{"folds instead of an answer", undertaken, "HK DK SK CK HQ", answer, "fold"},
		{"declares", engine.PublicView{}, "I XXI SKUS H4", []engine.Action{say(engine.Declare, engine.Trull)}, "declare trull"},
		{"says Ross! with nothing above", engine.PublicView{}, "XVII XVIII XIX XX XXI SKUS H4", ross, "play XVII ross"},
		{"is silent where the higher ones are unknown", engine.PublicView{}, "XVII XVIII H4 H3 D4", ross, "play H4"},
		{"is silent where one is seen", known("XIX"), "XVII XVIII XX XXI SKUS H4", ross, "play H4"},
		{"ends Rostopschin", known("XIX"), "XVIII H4", topschin, "play XVIII topschin"},
	}
	for _, tt := range tests {
		v := engine.View{PublicView: tt.table}
		v.Declarer, v.HandSize, v.Cards = engine.Nobody, []int{12, 12}, cards(t, tt.hand)
		p := engine.Prompt{Choices: tt.words}
		if tt.words[0].Verb == engine.PlayCard || tt.words[0].Verb == engine.Declare {
			p.Pick = engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: v.Cards}
		}
		got := robot.Medium.New().Act(v, p, nil)
		if len(got) != 1 || got[0].String() != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}

// TestEasyNeverDoubles: the easy player lets an undertaken game be with any hand.
func TestEasyNeverDoubles(t *testing.T) {
	v := engine.View{PublicView: engine.PublicView{Contract: engine.Undertaken, HandSize: []int{9, 9}}}
	v.Cards = cards(t, "I XV XVI XVII XVIII XIX XX XXI SKUS")
	p := engine.Prompt{Choices: words(t, "contra game, good")}
	if got := robot.Easy.New().Act(v, p, nil)[0]; got.String() != "good" {
		t.Errorf("it says %q", got)
	}
}
