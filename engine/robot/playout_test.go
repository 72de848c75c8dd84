package robot

import (
	"testing"

	"tarockbot/engine"
)

func TestPlayoutActsAsMedium(t *testing.T) {
	forEveryVariant(t, 4, func(deal *engine.Deal, n int) {
		p := newPlayout(deal.Clone())
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			want := mediumAction(deal, seat)
			got := p.decide(seat)
			if err := p.act(seat, want); err != nil || got != want {
				t.Fatalf("%s, deal %d: seat %d does %v in the playout, but %v by its view; %v", deal.Rules().ID, n, seat, got, want, err)
			}
			return want
		})
	})
}
