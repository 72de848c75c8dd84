package strohmandeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/strohmandeln"
)

func BenchmarkRandomDeals(b *testing.B) { enginetest.BenchmarkDeals(b, strohmandeln.Game) }
