package rendertest

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/render/plan"
)

// Times multiplies the size of tests.
var Times = flag.Int("times", 1, "factor for the number of pictures in tests without golden files")

func inRepository(t testing.TB, parts ...string) string {
	t.Helper()
	for _, root := range []string{"..", "../.."} {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(append([]string{root}, parts...)...)
		}
	}
	t.Fatal("no go.mod in the folders above")
	return ""
}

// Record reads a deal of render/testdata.
func Record(t testing.TB, name string) engine.Record {
	t.Helper()
	data, err := os.ReadFile(inRepository(t, "render", "testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	return records[0]
}

// Records returns the recorded deals of all games' tests.
func Records(t testing.TB) (all []engine.Record) {
	t.Helper()
	for _, g := range games.All() {
		all = append(all, enginetest.ReadRecords(t, inRepository(t, "engine", g.ID, "testdata", "records"))...)
	}
	return all
}

// Replayed returns the deal after its first n actions.
func Replayed(t testing.TB, r engine.Record, n int) *engine.Deal {
	t.Helper()
	r.Actions, r.Result = r.Actions[:n], nil
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

// SceneOf returns the deal's public scene.
func SceneOf(d *engine.Deal) plan.Scene {
	seats := d.Game().Seats
	return plan.Scene{Rules: d.Rules(), Deal: d.PublicView(), Names: People[:seats], Score: engine.Score{Totals: make([]int, seats)}}
}

// HandOf returns the seat's hand.
func HandOf(d *engine.Deal, seat engine.Seat) plan.PlayerHand {
	return plan.PlayerHand{View: d.View(seat), Pick: d.Prompt(seat).Pick}
}

// Cards returns the cards with these codes.
func Cards(t testing.TB, codes ...string) card.Set {
	t.Helper()
	set, err := card.ParseSet(codes)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// EachPosition plays random deals of all rule sets, and shows each deal's first 25 positions, then a quarter of the
// others.
func EachPosition(t testing.TB, deals int, show func(name string, d *engine.Deal)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range deals * *Times {
		r := RandomRecord(t, random)
		for n := range len(r.Actions) + 1 {
			if n < 25 || random.IntN(4) == 0 {
				show(r.Rules, Replayed(t, r, n))
			}
		}
	}
}

// RandomRecord returns a finished random deal.
func RandomRecord(t testing.TB, random *rand.Rand) engine.Record {
	t.Helper()
	all := games.All()
	g := all[random.IntN(len(all))]
	return RandomRecordOf(t, random, g, g.Rules[random.IntN(len(g.Rules))])
}

// RandomRecordOf returns a finished random deal by the rule set.
func RandomRecordOf(t testing.TB, random *rand.Rand, g engine.Game, rules engine.RuleSet) engine.Record {
	t.Helper()
	options := make(engine.Options)
	for _, o := range rules.Options {
		options[o.ID] = o.Values[random.IntN(len(o.Values))]
	}
	deck := rules.Cards().Cards()
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	d, err := engine.NewDeal(g, rules.ID, options, engine.Cards{Deck: deck, Dealer: engine.Seat(random.IntN(g.Seats))})
	if err != nil {
		t.Fatal(err)
	}
	for d.Result() == nil {
		seats := slices.Collect(d.Waiting().All())
		seat := seats[random.IntN(len(seats))]
		if _, err := d.Act(seat, randomAction(random, d.Prompt(seat))); err != nil {
			t.Fatal(err)
		}
	}
	r := d.Record()
	r.Actions = d.Moves()
	return r
}

func randomAction(random *rand.Rand, p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 || len(p.Choices) > 0 && random.IntN(3) == 0 {
		return p.Choices[random.IntN(len(p.Choices))]
	}
	chosen := p.Pick.Must
	for chosen.Len() < p.Pick.Min || chosen.Len() < p.Pick.Max && random.IntN(2) == 0 {
		rest := p.Pick.From &^ chosen
		chosen |= rest.Nth(random.IntN(rest.Len())).Bit()
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}
