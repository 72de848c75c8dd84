package engine_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// settledSum is the sum of what the rules of today's Edition make of the deals of
// TestSettledAsBefore. They are the same deals as long as the rules offer the same
// actions in the same order.
const settledSum = 0x6473ff82bc6d846e

// TestSettledAsBefore: the rules settle deals as they did, ended or left, or they are
// another edition. Results are compared as records have them.
func TestSettledAsBefore(t *testing.T) {
	t.Parallel()
	sum := fnv.New64a()
	for _, g := range games.All() {
		for _, set := range g.Rules {
			for _, options := range []engine.Options{nil, lastOptions(set)} {
				random := rand.New(rand.NewPCG(1, 2))
				for range 200 {
					settle(t, &leftDeal{Deal: randomDeal(t, random, g, set, options), random: random}, sum)
				}
			}
		}
	}
	if sum.Sum64() != settledSum {
		t.Errorf("the same deals are settled otherwise: raise Edition, then renew this sum: %#x", sum.Sum64())
	}
}

// settle plays to the end, and adds the deal's result and, on the way, those of copies
// that somebody leaves.
func settle(t *testing.T, d *leftDeal, sum io.Writer) {
	t.Helper()
	for d.Waiting() != 0 {
		if d.random.IntN(12) == 0 {
			leaver := engine.Seat(d.random.IntN(d.Game().Seats))
			left := d.Clone()
			mustAct(t, left, leaver, engine.Say(engine.Resign, 0))
			addResult(t, left, sum)
		}
		for s := range d.Waiting().All() {
			mustAct(t, d.Deal, s, d.choose(d.Prompt(s)))
			break
		}
	}
	addResult(t, d.Deal, sum)
}

func mustAct(t *testing.T, d *engine.Deal, s engine.Seat, a engine.Action) {
	t.Helper()
	if _, err := d.Act(s, a); err != nil {
		t.Fatal(err)
	}
}

// addResult adds the result as a record has it.
func addResult(t *testing.T, d *engine.Deal, sum io.Writer) {
	t.Helper()
	text, err := d.Result().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(sum, "%s\n", text)
}
