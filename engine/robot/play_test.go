package robot_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

func TestLevelThinks(t *testing.T) {
	for level, want := range map[robot.Level]bool{robot.Easy: false, robot.Medium: false, robot.Strong: true, "grandmaster": true} {
		if got := level.Thinks(); got != want {
			t.Errorf("%s thinks: %v, want %v", level, got, want)
		}
	}
}

func TestStrongest(t *testing.T) {
	for _, tt := range []struct {
		levels []robot.Level
		want   robot.Level
	}{
		{nil, ""},
		{[]robot.Level{"", ""}, ""},
		{[]robot.Level{"", robot.Easy}, robot.Easy},
		{[]robot.Level{robot.Strong, "", robot.Medium}, robot.Strong},
	} {
		if got := robot.Strongest(tt.levels); got != tt.want {
			t.Errorf("the strongest of %q is %q, want %q", tt.levels, got, tt.want)
		}
	}
}

func shuffled(pack card.Set, seed int) []card.Card {
	deck := pack.Cards()
	dice.New(uint64(seed)).Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

type randomPlayer struct{}

func (randomPlayer) Act(_ engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	choices := len(p.Choices)
	if p.Pick.Verb != 0 {
		choices++
	}
	if i := d.Below(choices); i < len(p.Choices) {
		return p.Choices[i : i+1]
	}
	return []engine.Action{{Verb: p.Pick.Verb, Cards: randomPick(p.Pick, d)}}
}

func randomPick(p engine.Pick, d *dice.Dice) card.Set {
	chosen := p.Must
	for n := p.Min + d.Below(p.Max-p.Min+1); chosen.Len() < n; {
		rest := p.From &^ chosen
		chosen |= rest.Nth(d.Below(rest.Len())).Bit()
	}
	return chosen
}

func newDeal(t testing.TB, rules string, o engine.Options, seed int) *engine.Deal {
	t.Helper()
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	set, err := g.RuleSet(rules)
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.NewDeal(g, rules, o, engine.Cards{Deck: shuffled(set.Cards(), seed), Dealer: engine.Seat(seed % g.Seats)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func playOut(t testing.TB, d *engine.Deal, players ...robot.Player) {
	t.Helper()
	deck := d.Record().Deck
	for stream := dice.New(uint64(deck[0]), uint64(deck[1])); d.Waiting() != 0; {
		for seat := range d.Waiting().All() {
			p := d.Prompt(seat)
			actions := players[seat].Act(d.View(seat), p, stream)
			if _, err := d.Act(seat, actions...); err != nil {
				t.Fatalf("seat %d, offered %+v, did %v: %v", seat, p, actions, err)
			}
		}
	}
}
