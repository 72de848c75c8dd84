package illustrated_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/illustrated"
)

// TestDeals: a match of so many deals ends after these, whatever anybody has by then, and nobody gets anything extra.
func TestDeals(t *testing.T) {
	deal := func(scores ...int) engine.Result { return engine.Result{Declarer: engine.Nobody, Score: scores} }
	redealt := deal(0, 0, 0)
	redealt.End.Reason = engine.Redealt
	done := []engine.Result{deal(104, 0, 0), redealt, deal(0, 110, 30), deal(6, 0, 0)}
	for played, toPlay := range []int{3, 2, 2, 1, 0} {
		got := illustrated.Game.Next(engine.Setup{Rules: illustrated.Beck, Length: 3, First: 1}, done[:played])
		if got.ToPlay != toPlay || got.Over != (toPlay == 0) || got.Goal != 0 || got.Earned != 0 {
			t.Errorf("after %d deals: %+v, want %d to play", played, got, toPlay)
		}
	}
	end := illustrated.Game.Next(engine.Setup{Rules: illustrated.Beck, Length: 3, First: 1}, done)
	if !slices.Equal(end.Totals, []int{110, 110, 30}) || end.Winners != engine.Seat(0).Bit()|engine.Seat(1).Bit() {
		t.Errorf("it ends with %+v", end)
	}
}

// TestSeries: a series of every rule set ends with 100, which earns 10 more,
// and who are level at the top share it (R22). The deal passes on after a deal
// that was thrown in, and stays after one that was redealt (R1).
func TestSeries(t *testing.T) {
	type scores = [][3]int
	redealt := [3]int{-1, -1, -1}
	tests := []struct {
		name    string
		done    scores
		totals  []int
		dealer  engine.Seat
		winners []engine.Seat // nil: it goes on
	}{
		{"before the first deal", nil, []int{0, 0, 0}, 1, nil},
		{"99 is not enough", scores{{99, 0, 0}, {0, 99, 12}}, []int{99, 99, 12}, 0, nil},
		{"a deal thrown in", scores{{0, 0, 0}}, []int{0, 0, 0}, 2, nil},
		{"a deal redealt", scores{redealt, redealt, {0, 20, 20}, redealt}, []int{0, 20, 20}, 2, nil},
		{"exactly 100", scores{{99, 0, 0}, {1, 0, 0}}, []int{110, 0, 0}, 0, []engine.Seat{0}},
		{"whoever has 100 gets more, the highest wins", scores{{90, 95, 50}, {10, 26, 0}}, []int{110, 131, 50}, 0, []engine.Seat{1}},
		{"both of the defenders", scores{{0, 64, 70}, {0, 45, 45}}, []int{0, 119, 125}, 0, []engine.Seat{2}},
		{"shared", scores{{0, 60, 60}, {0, 45, 45}}, []int{0, 115, 115}, 0, []engine.Seat{1, 2}},
		{"Trischaken takes away", scores{{98, 0, 0}, {-10, 5, 10}}, []int{88, 5, 10}, 0, nil},
	}
	for _, tt := range tests {
		var done []engine.Result
		for _, score := range tt.done {
			r := engine.Result{Declarer: engine.Nobody, Score: score[:]}
			if score == redealt {
				r.Score, r.End = []int{0, 0, 0}, engine.End{Reason: engine.Redealt}
			}
			done = append(done, r)
		}
		for _, rules := range illustrated.Game.Rules {
			got := illustrated.Game.Next(engine.Setup{Rules: rules.ID, First: 1}, done)
			winners := slices.Collect(got.Winners.All())
			if !slices.Equal(got.Totals, tt.totals) || got.Dealer != tt.dealer || got.Over != (tt.winners != nil) || !slices.Equal(winners, tt.winners) {
				t.Errorf("%s, %s: got %+v, want %+v", rules.ID, tt.name, got, tt)
			}
		}
	}
}
