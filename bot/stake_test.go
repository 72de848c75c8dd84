package bot_test

import "testing"

// TestNoMoreStakes: if the operator wants no stakes any more, a rematch is for none.
func TestNoMoreStakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2 10c", "anna", "bert")
	w.mustSay("anna", "leave yes")
	w.noStakes = true
	w.restart()
	w.mustSay("anna", "rematch "+id)
	w.mustSay("bert", "rematch "+id)
	if board := w.hand("anna", w.table("anna")); contains("a point")(board) || !contains("deal 1 of 2")(board) {
		t.Errorf("the last match says\n%s", text(board))
	}
}
