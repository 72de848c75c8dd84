package illustrated_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/illustrated"
)

func FuzzRecords(f *testing.F) { enginetest.FuzzRecords(f, illustrated.Game, "testdata/records") }
