package strohmandeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/strohmandeln"
)

func FuzzRecords(f *testing.F) { enginetest.FuzzRecords(f, strohmandeln.Game, "testdata/records") }
