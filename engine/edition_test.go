package engine_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/games"
)

// If TestSettledAsBefore fails because rules changed, raise Edition and -update the sums. It also fails if the rules
// offer actions in another order.
func TestSettledAsBefore(t *testing.T) {
	t.Parallel()
	var sums strings.Builder
	for _, g := range games.All() {
		for _, set := range g.Rules {
			sum := fnv.New64a()
			for _, options := range []engine.Options{nil, lastOptions(set)} {
				random := rand.New(rand.NewPCG(1, 2))
				for range 200 {
					playRandomly(t, randomDeal(t, random, g, set, options), random, sum)
				}
			}
			fmt.Fprintf(&sums, "%s %#x\n", set.ID, sum.Sum64())
		}
	}
	golden.Expect(t, "testdata/settled.txt", sums.String())
}

func lastOptions(set engine.RuleSet) engine.Options {
	options := engine.Options{}
	for _, o := range set.Options {
		options[o.ID] = o.Values[len(o.Values)-1]
	}
	return options
}

func randomDeal(t *testing.T, random *rand.Rand, g engine.Game, set engine.RuleSet, o engine.Options) *engine.Deal {
	t.Helper()
	deck := set.Cards().Cards()
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal, err := engine.NewDeal(g, set.ID, o, engine.Cards{Deck: deck, Dealer: engine.Seat(random.IntN(g.Seats))})
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

func playRandomly(t *testing.T, d *engine.Deal, random *rand.Rand, sum io.Writer) {
	t.Helper()
	for d.Waiting() != 0 {
		if random.IntN(12) == 0 {
			leaver := engine.Seat(random.IntN(d.Game().Seats))
			resigned := d.Clone()
			mustAct(t, resigned, leaver, engine.Say(engine.Resign, 0))
			addResult(t, resigned, sum)
		}
		for s := range d.Waiting().All() {
			mustAct(t, d, s, randomAction(random, d.Prompt(s)))
			break
		}
	}
	addResult(t, d, sum)
}

// randomAction announces often and seldom plays a bird.
func randomAction(random *rand.Rand, p engine.Prompt) engine.Action {
	if n := len(p.Choices); n > 0 && (p.Pick.Verb == 0 || random.IntN(4) > 0) {
		return p.Choices[random.IntN(n)]
	}
	chosen, from := p.Pick.Must, p.Pick.From&^p.Pick.Must
	if rest := from &^ card.Birds; p.Pick.Verb == engine.PlayCard && rest != 0 && random.IntN(20) > 0 {
		from = rest
	}
	for chosen.Len() < p.Pick.Min {
		chosen |= from.Nth(random.IntN(from.Len())).Bit()
		from &^= chosen
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

func mustAct(t testing.TB, d *engine.Deal, s engine.Seat, a engine.Action) {
	t.Helper()
	if _, err := d.Act(s, a); err != nil {
		t.Fatal(err)
	}
}

func addResult(t *testing.T, d *engine.Deal, sum io.Writer) {
	t.Helper()
	text, err := d.Result().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(sum, "%s\n", text)
}
