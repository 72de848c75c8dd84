package standing

import (
	"testing"

	"tarockbot/engine"
)

// TestContractsWon tests that the game decides whether a contract is won, or the Valat that replaces it, whatever
// else the declarer scored.
func TestContractsWon(t *testing.T) {
	t.Parallel()
	item := func(word engine.Word, by engine.Seat, won bool, value int) engine.Item {
		return engine.Item{Item: word, By: by, Won: won, Value: value}
	}
	for _, tt := range []struct {
		name  string
		score int // the declarer's
		items []engine.Item
		won   int
	}{
		{"game made", 3, []engine.Item{item(engine.TheGame, 0, true, 3)}, 1},
		{"game lost, dearer birds made", 5, []engine.Item{item(engine.TheGame, 0, false, 3), item(engine.Pagat, 0, true, 8)}, 0},
		{"left by the defender", 3, []engine.Item{item(engine.TheGame, 0, true, 3)}, 1},
		{"announced Valat broken, dearer birds made", 8, []engine.Item{item(engine.Valat, 0, false, 24), item(engine.Quapil, 0, true, 32)}, 0},
		{"announced Valat made, dearer birds lost", -8, []engine.Item{item(engine.Valat, 0, true, 24), item(engine.Quapil, 0, false, 32)}, 1},
		{"silent Valat of the defender, dearer birds made", 4, []engine.Item{item(engine.Valat, 1, true, 12), item(engine.Trull, 0, true, 16)}, 0},
		{"game made beside a broken Valat", -9, []engine.Item{item(engine.Valat, 0, false, 12), item(engine.TheGame, 0, true, 3)}, 1},
	} {
		r := engine.Result{Declarer: 0, Contract: engine.Dreiblatt, Thirds: []int{1, 2}, Items: tt.items, Score: []int{tt.score, -tt.score}}
		var x PlayStats
		x.addDeal(r, 0)
		if got := x.Contracts[r.Contract]; got != (Attempts{1, tt.won}) {
			t.Errorf("%s: won %d of %d, want %d of 1", tt.name, got.Won, got.Made, tt.won)
		}
	}
}
