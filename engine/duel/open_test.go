package duel

import (
	"testing"
)

// TestOpen: who sees all hands wins more with the cards than who doesn't, in all games.
func TestOpen(t *testing.T) {
	for rules, deals := range map[string]int{"kosakeln/bamberger": 40, "strohmandeln/classic": 20, "illustrated/beck": 20} {
		r := run(t, config(t, rules, "open", "medium", deals))
		if r.Points.Mean-r.Points.Half <= 0 {
			t.Errorf("%s: %+.2f ± %.2f card points", rules, r.Points.Mean, r.Points.Half)
		}
	}
}
