package robot

import (
	"testing"

	"tarockbot/engine"
)

// TestAdvise: in random deals by all rules, in which everybody does what they are advised, each
// advice is allowed, and each reason comes.
func TestAdvise(t *testing.T) {
	t.Parallel()
	seen := make(map[Reason]int)
	everyVariant(t, 30, func(deal *engine.Deal, _ int) {
		playOn(t, deal, func(seat engine.Seat) engine.Action {
			a := Advise(deal.View(seat), deal.Prompt(seat))
			if seen[a.Reason]++; a.Action != mediumAction(deal, seat) {
				t.Fatalf("%v is advised, and Medium does %v", a, mediumAction(deal, seat))
			}
			return a.Action
		})
	})
	for _, reason := range Reasons() {
		if seen[reason] == 0 {
			t.Errorf("nobody is advised because of %q", reason)
		}
		delete(seen, reason)
	}
	if len(seen) > 0 {
		t.Errorf("these are no reasons: %v", seen)
	}
}
