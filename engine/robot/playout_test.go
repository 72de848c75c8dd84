package robot

import (
	"testing"

	"tarockbot/engine"
)

// TestPlayout: at every moment of deals by all rules, what a playout has kept leads to the
// same decision as the seat's view.
func TestPlayout(t *testing.T) {
	everyVariant(t, 4, func(deal *engine.Deal, n int) {
		p := newPlayout(deal.Clone())
		playOn(t, deal, func(seat engine.Seat) engine.Action {
			want := mediumAction(deal, seat)
			got := p.decide(seat)
			if err := p.act(seat, want); err != nil || got != want {
				t.Fatalf("%s, deal %d: seat %d plays on with %v, by its view with %v; %v", deal.Rules().ID, n, seat, got, want, err)
			}
			return want
		})
	})
}
