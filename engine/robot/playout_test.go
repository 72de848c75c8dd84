package robot

import (
	"testing"

	"tarockbot/engine"
)

// TestPlayout: at every moment of deals by all rules, what a playout has kept leads to the
// same decision as the seat's view.
func TestPlayout(t *testing.T) {
	everyVariant(t, 4, func(deal *engine.Deal, n int) {
		for p := newPlayout(deal); deal.Waiting() != 0; {
			for seat := range deal.Waiting().All() {
				want := mediumAction(deal, seat)
				if got := p.decide(seat); got != want {
					t.Fatalf("%s, deal %d: seat %d plays on with %v, by its view with %v", deal.Rules().ID, n, seat, got, want)
				}
				if err := p.act(seat, want); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
