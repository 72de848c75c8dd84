package bottest

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// Asked returns the moves of the recorded deal, even those that a record omits, except forced plays to the
// last trick.
func Asked(t testing.TB, r engine.Record) (moves []engine.Move) {
	t.Helper()
	done, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Actions, r.Result = nil, nil
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range done.Moves() {
		if _, _, unasked := deal.LastPlay(); !unasked {
			moves = append(moves, m)
		}
		if _, err := deal.Act(m.Seat, m.Action); err != nil {
			t.Fatal(err)
		}
	}
	return moves
}
