package kosakeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/kosakeln"
)

func FuzzRecords(f *testing.F) { enginetest.FuzzRecords(f, kosakeln.Game, "testdata/records") }
