package strohmandeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/strohmandeln"
)

// TestContract: with forty cards another pack is counted in another way.
func TestContract(t *testing.T) {
	full, forty := strohmandeln.Game, strohmandeln.Game
	full.Rules, forty.Rules = full.Rules[:2], full.Rules[2:]
	enginetest.Run(t, full, enginetest.Config{Thirds: 210})
	enginetest.Run(t, forty, enginetest.Config{Thirds: 3 * 88})
}
