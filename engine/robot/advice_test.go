package robot

import (
	"testing"

	"tarockbot/engine"
)

// TestAdvise: in random deals by all rules, in which everybody does what they are advised, each
// advice is allowed, and each reason comes.
func TestAdvise(t *testing.T) {
	t.Parallel()
	seen := make(map[Why]int)
	everyVariant(t, 30, func(deal *engine.Deal, _ int) {
		for deal.Result() == nil {
			for seat := range deal.PublicView().Waiting.All() {
				a := Advise(deal.View(seat), deal.Prompt(seat))
				if seen[a.Why]++; a.Action != mediumAction(deal, seat) {
					t.Fatalf("%v is advised, and Medium does %v", a, mediumAction(deal, seat))
				}
				if _, err := deal.Act(seat, a.Action); err != nil {
					t.Fatalf("%v: %v", a, err)
				}
			}
		}
	})
	for _, why := range Whys() {
		if seen[why] == 0 {
			t.Errorf("nobody is advised because of %q", why)
		}
		delete(seen, why)
	}
	if len(seen) > 0 {
		t.Errorf("these are no reasons: %v", seen)
	}
}
