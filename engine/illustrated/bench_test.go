package illustrated_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/illustrated"
)

func BenchmarkRandomDeals(b *testing.B) { enginetest.BenchmarkDeals(b, illustrated.Game) }
