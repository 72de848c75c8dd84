package robot

import (
	"reflect"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

// TestWorldsAgree: a world that is drawn looks to the seat exactly like the deal that it
// sees, at every decision by all rules; most draws succeed, and hardly ever none of many.
func TestWorldsAgree(t *testing.T) {
	const tries = 12
	draws, worlds, decisions, none := map[string]int{}, map[string]int{}, 0, 0
	everyVariant(t, 8, func(deal *engine.Deal, n int) {
		rules := deal.Rules().ID
		for d := dice.New(uint64(n)); deal.Waiting() != 0; {
			for seat := range deal.Waiting().All() {
				v := deal.View(seat)
				s, err := newSampler(v)
				if err != nil {
					t.Fatal(err)
				}
				found := 0
				for range tries {
					w, ok := s.sample(d)
					if !ok {
						continue
					}
					found++
					if got := w.deal.View(seat); !reflect.DeepEqual(got, v) {
						t.Fatalf("%s: in a world seat %d sees\n%+v\nnot\n%+v", rules, seat, got, v)
					}
				}
				draws[rules] += tries
				worlds[rules] += found
				decisions++
				if found == 0 {
					none++
				}
				if _, err := deal.Act(seat, model(deal, seat)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	for rules := range draws {
		t.Logf("%s: %d worlds of %d draws", rules, worlds[rules], draws[rules])
		if worlds[rules]*3 < draws[rules]*2 {
			t.Errorf("%s: only %d worlds of %d draws", rules, worlds[rules], draws[rules])
		}
	}
	if none*200 > decisions {
		t.Errorf("of %d decisions %d have no world", decisions, none)
	}
}

// TestStrangeWorlds: a world in which another would have done what the model does is
// likelier than one in which it did something else.
func TestStrangeWorlds(t *testing.T) {
	usual, odd := world{strange: 0}, world{strange: 16}
	if u, o := usual.weight(), odd.weight(); u != 1<<20 || o*4 != u {
		t.Errorf("weights %d and %d", u, o)
	}
	if w := (&world{strange: 8 * 40}); w.weight() != 0 {
		t.Errorf("a world beyond belief weighs %d", w.weight())
	}
}
