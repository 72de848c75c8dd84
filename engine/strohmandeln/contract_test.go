package strohmandeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/strohmandeln"
)

func TestContract(t *testing.T) {
	enginetest.CheckContract(t, strohmandeln.Game)
}

// TestPackPoints: the pack is worth 70 points, or by face values, with forty
// cards, 88.
func TestPackPoints(t *testing.T) {
	for i, want := range []int{70, 70, 88} {
		rules := strohmandeln.Game.Rules[i]
		if got := rules.Thirds(rules.Cards()); got != 3*want {
			t.Errorf("%s: %d thirds, want %d points", rules.ID, got, want)
		}
	}
}
