package robot

import (
	"testing"

	"tarockbot/engine"
)

func TestAdvise(t *testing.T) {
	t.Parallel()
	seen := make(map[Reason]int)
	forEveryVariant(t, 30, func(deal *engine.Deal, _ int) {
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			a := Advise(deal.View(seat), deal.Prompt(seat))
			if seen[a.Reason]++; a.Action != mediumAction(deal, seat) {
				t.Fatalf("the advice is %v, but Medium does %v", a, mediumAction(deal, seat))
			}
			return a.Action
		})
	})
	for _, reason := range Reasons() {
		if seen[reason] == 0 {
			t.Errorf("no advice has the reason %q", reason)
		}
		delete(seen, reason)
	}
	if len(seen) > 0 {
		t.Errorf("unlisted reasons: %v", seen)
	}
}
