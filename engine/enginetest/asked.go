package enginetest

import (
	"testing"

	"tarockbot/engine"
)

// AskedMoves returns the recorded deal's moves, even omitted ones, except forced plays to the last trick.
func AskedMoves(t testing.TB, replay func(engine.Record) (*engine.Deal, error), r engine.Record) (moves []engine.Move) {
	t.Helper()
	done, err := replay(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Actions, r.Result = nil, nil
	deal, err := replay(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range done.Moves() {
		if _, _, forced := deal.LastPlay(); !forced {
			moves = append(moves, m)
		}
		if _, err := deal.Act(m.Seat, m.Action); err != nil {
			t.Fatal(err)
		}
	}
	return moves
}
