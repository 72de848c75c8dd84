package strohmandeln_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/strohmandeln"
)

func TestMatchScoreDoublesAfterDraw(t *testing.T) {
	type scores = [][2]int
	void := [2]int{-1, -1} // folded or thrown in
	tests := []struct {
		name   string
		done   scores
		totals []int
		dealer engine.Seat
		double bool
		over   bool
	}{
		{"before the first deal", nil, []int{0, 0}, 1, false, false},
		{"one deal played", scores{{3, 0}}, []int{3, 0}, 0, false, false},
		{"one deal folded", scores{void}, []int{0, 0}, 1, false, false},
		{"folded and played deals", scores{void, {3, 0}, void, void, {0, 4}}, []int{3, 4}, 1, false, false},
		{"drawn", scores{{0, 0}}, []int{0, 0}, 0, true, false},
		{"equal scores with bonuses", scores{{2, 2}}, []int{2, 2}, 0, true, false},
		{"one of two doubled", scores{{0, 0}, {3, 1}}, []int{6, 2}, 1, true, false},
		{"both doubled", scores{{0, 0}, {3, 1}, {0, 4}}, []int{6, 10}, 0, false, false},
		{"the third deal after a draw counts once", scores{{0, 0}, {3, 1}, {0, 4}, {2, 0}}, []int{8, 10}, 1, false, true},
		{"a fold doesn't use up a double deal", scores{{0, 0}, void, {3, 1}, void, {0, 4}}, []int{6, 10}, 0, false, false},
		{"a fold starts no double deals", scores{void, {3, 1}}, []int{3, 1}, 0, false, false},
		{"equal scores in a double deal", scores{{0, 0}, {1, 1}}, []int{2, 2}, 1, true, false},
		{"two more double deals, never fourfold", scores{{0, 0}, {1, 1}, {3, 0}}, []int{8, 2}, 0, true, false},
		{"the second pair of double deals ends", scores{{0, 0}, {1, 1}, {3, 0}, {0, 4}}, []int{8, 10}, 1, false, true},
		{"equal scores in the last deal double nothing", scores{{3, 0}, {0, 2}, {1, 0}, {0, 0}}, []int{4, 2}, 1, false, true},
		{"undertaken deals also count double", scores{{0, 0}, {4, 0}, {0, 4}, {1, 0}}, []int{9, 8}, 1, false, true},
	}
	for _, tt := range tests {
		var done []engine.Result
		for _, s := range tt.done {
			r := engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Score: s[:]}
			if s == void {
				r.Contract, r.Score = 0, []int{0, 0}
			}
			done = append(done, r)
		}
		before := slices.Clone(done)
		got := strohmandeln.Game.Next(engine.Setup{Rules: strohmandeln.Classic, Length: 4, First: 1}, done)
		played := len(slices.DeleteFunc(slices.Clone(tt.done), func(s [2]int) bool { return s == void }))
		if !slices.Equal(got.Totals, tt.totals) || got.Dealer != tt.dealer || got.Double != tt.double || got.Over != tt.over || got.Played != played {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt)
		}
		for i := range done {
			if !slices.Equal(done[i].Score, before[i].Score) {
				t.Errorf("%s: Next changed the score of deal %d to %v", tt.name, i, done[i].Score)
			}
		}
	}
}

func TestDrawOption(t *testing.T) {
	drawn := engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Score: []int{1, 0}, Drawn: true}
	won := engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Score: []int{0, 2}}
	level := engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Score: []int{1, 1}, Drawn: true}
	for _, rules := range strohmandeln.Game.Rules {
		for _, tt := range []struct {
			draw   engine.Name
			done   []engine.Result
			totals []int
			double bool
		}{
			{"off", []engine.Result{drawn}, []int{1, 0}, false},
			{"off", []engine.Result{drawn, won}, []int{1, 2}, false},
			{"off", []engine.Result{level, won}, []int{1, 5}, true},
			{"double", []engine.Result{drawn}, []int{1, 0}, true},
			{"double", []engine.Result{drawn, won}, []int{1, 4}, true},
			{"double", []engine.Result{drawn, won, won}, []int{1, 8}, false},
			{"double", []engine.Result{drawn, drawn, won}, []int{3, 4}, true},
			{"double", []engine.Result{won, won}, []int{0, 4}, false},
			{"double", []engine.Result{level, won}, []int{1, 5}, true},
		} {
			got := strohmandeln.Game.Next(engine.Setup{Rules: rules.ID, Length: 8, Options: engine.Options{"draw": tt.draw}}, tt.done)
			if !slices.Equal(got.Totals, tt.totals) || got.Double != tt.double {
				t.Errorf("%s, draw=%s: after %+v: %+v, want %v, double: %v", rules.ID, tt.draw, tt.done, got, tt.totals, tt.double)
			}
		}
	}
}

func TestViewHasMatchScore(t *testing.T) {
	m := engine.Match{Game: strohmandeln.Game, Setup: engine.Setup{Rules: strohmandeln.Classic, Length: 4},
		Done: []engine.Result{{Contract: engine.Simple, Score: []int{2, 2}}}}
	if err := m.NextDeal(card.Full.Cards()); err != nil {
		t.Fatal(err)
	}
	for _, seat := range []engine.Seat{0, 1, engine.Nobody} {
		v := m.View(seat)
		if got := v.Match; !slices.Equal(got.Totals, []int{2, 2}) || got.Played != 1 || got.ToPlay != 3 || !got.Double || v.Hand.Seat != seat {
			t.Errorf("seat %d sees %+v", seat, got)
		}
	}
}

func TestLeftBeforeUndertaking(t *testing.T) {
	deal, err := engine.NewDeal(strohmandeln.Game, strohmandeln.Classic, nil,
		engine.Cards{Deck: strohmandeln.Game.Rules[0].Cards().Cards(), Dealer: 0})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := deal.Act(1, engine.Say(engine.Resign, 0)); err != nil {
		t.Fatal(err)
	}
	got := strohmandeln.Game.Next(engine.Setup{Rules: strohmandeln.Classic, Length: 2}, []engine.Result{*deal.Result()})
	if !slices.Equal(got.Totals, []int{2, 0}) || got.Dealer != 1 || got.Double {
		t.Errorf("got %+v", got)
	}
}
