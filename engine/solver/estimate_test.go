package solver

import (
	"context"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
)

// minimaxEstimate computes Estimate by minimax, without search bounds and without stored positions.
func (s *twoSearch) minimaxEstimate(mine, theirs set, tricks, left, ahead int) int {
	switch {
	case tricks == 1:
		return lastTrick(mine, theirs, left)
	case ahead == 0:
		return evaluate(mine, theirs, left)
	case tricks >= storedTricks:
		mine, theirs = canonical(mine, theirs)
	}
	best := -1
	for leads := s.leads(mine, theirs, tricks); leads != 0; leads &= leads - 1 {
		best = max(best, s.minimaxLead(mine, theirs, leads.lowest(), tricks, left, ahead))
	}
	low, high := s.bounds(mine, theirs, tricks, left)
	return min(max(best, low), high)
}

func (s *twoSearch) minimaxLead(mine, theirs set, led, tricks, left, ahead int) int {
	winners, losers := s.answers(mine, theirs, led, tricks)
	worst := left
	for answers := winners | losers; answers != 0; answers &= answers - 1 {
		at := answers.lowest()
		won := int(lookup.thirds[led]) + int(lookup.thirds[at])
		upper, lower := max(led, at), min(led, at)
		a := s.zones.without(s.zones.without(mine, upper), lower)
		b := s.zones.without(s.zones.without(theirs, upper), lower)
		if winners>>at&1 != 0 {
			worst = min(worst, left-won-s.minimaxEstimate(b, a, tricks-1, left-won, ahead-1))
		} else {
			worst = min(worst, won+s.minimaxEstimate(a, b, tricks-1, left-won, ahead-1))
		}
	}
	return worst
}

// TestEstimate compares estimates with minimax of the same depth.
func TestEstimate(t *testing.T) {
	const deals, ahead = 40, 2
	estimating, exact, d, deck := New(1<<20), New(8<<20), enginetest.Dice(26), card.Full.Cards()
	errorSum, nodes, exactNodes := 0, 0, 0
	for n := range deals {
		p := PutAwayDeal(&d, deck)
		PlayTo(&d, &p, 16-n%6)
		got, err := estimating.Estimate(context.Background(), &p, ahead)
		if err != nil {
			t.Fatal(err)
		}
		nodes += estimating.Nodes()
		r := &estimating.root
		if want := estimating.two.minimaxEstimate(r.hands[0], r.hands[1], r.tricks, r.total, ahead); got != want {
			t.Errorf("%+v: Estimate = %d, minimax says %d", p, got, want)
		}
		compareEstimates(t, estimating, &p, got, ahead)
		value, err := exact.Value(context.Background(), &p)
		if err != nil {
			t.Fatal(err)
		}
		errorSum += max(value-got, got-value)
		exactNodes += exact.Nodes()
	}
	t.Logf("average error %d thirds; %d cards played per deal, %d by the exact search", errorSum/deals, nodes/deals, exactNodes/deals)
	if errorSum == 0 || errorSum > 8*deals || nodes > exactNodes/20 {
		t.Errorf("total error %d thirds in %d deals; %d cards played, %d by the exact search", errorSum, deals, nodes, exactNodes)
	}
}

func TestEstimateDepthLimits(t *testing.T) {
	s, d, deck := New(1<<20), enginetest.Dice(27), card.Full.Cards()
	for range 20 {
		p := PutAwayDeal(&d, deck)
		for _, ahead := range []int{-1, 0} {
			wantEstimate(t, s, &p, ahead, func() (Values, error) { return s.Estimates(context.Background(), &p, 1) })
		}
		PlayTo(&d, &p, exactTricks)
		wantEstimate(t, s, &p, 2, func() (Values, error) { return s.Values(context.Background(), &p) })
	}
}

func wantEstimate(t *testing.T, s *Solver, p *Position, ahead int, values func() (Values, error)) {
	t.Helper()
	want, err := values()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Estimates(context.Background(), p, ahead)
	if err != nil || got != want {
		t.Errorf("%+v, %d tricks ahead: %v, %v, want %v", p, ahead, got, err, want)
	}
	if best, err := s.Estimate(context.Background(), p, ahead); err != nil || best != want.Best() {
		t.Errorf("%+v, %d tricks ahead: %d, %v, want %d", p, ahead, best, err, want.Best())
	}
}

func compareEstimates(t *testing.T, s *Solver, p *Position, best, ahead int) {
	t.Helper()
	got, err := s.Estimates(context.Background(), p, ahead)
	if err != nil {
		t.Fatal(err)
	}
	r := &s.root
	for c := range got.Cards.All() {
		want := s.two.minimaxLead(r.hands[0], r.hands[1], r.zones.placeAfter(placeOf(c), r.removed), r.tricks, r.total, ahead)
		if want = min(want, best); int(got.Thirds[c]) != want {
			t.Errorf("%+v: %s is estimated at %d, minimax says %d", p, c, got.Thirds[c], want)
		}
	}
	if got.Best() != best {
		t.Errorf("%+v: the best card is estimated at %d, the position at %d", p, got.Best(), best)
	}
}

// TestEstimateIsExactForPilesAndTrio also checks that estimating after solving reuses the stored positions.
func TestEstimateIsExactForPilesAndTrio(t *testing.T) {
	d, deck := enginetest.Dice(28), card.Full.Cards()
	trio, piled := TrioDeal(&d, deck), PutAwayDeal(&d, deck)
	for seat := range pileSeats {
		hand := piled.Hands[seat]
		top := (hand & card.PlainSuits &^ card.Kings).Lowest()
		below := (hand &^ top.Bit()).Cards()[:5]
		piled.Piles[seat][0] = append([]card.Card{top}, below...)
		piled.Hands[seat] &^= card.SetOf(below...)
	}
	for name, p := range map[string]*Position{"trio": &trio, "piles": &piled} {
		PlayTo(&d, p, exactTricks+1)
		s := New(8 << 20)
		want, err := s.Values(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		nodes := s.Nodes()
		if got, err := s.Estimates(context.Background(), p, 2); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
		if s.Nodes() > nodes/4 {
			t.Errorf("%s: %d cards played for the values, %d for the estimates", name, nodes, s.Nodes())
		}
	}
}
