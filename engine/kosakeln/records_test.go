package kosakeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/kosakeln"
)

func TestRecords(t *testing.T) { enginetest.CheckRecords(t, kosakeln.Game, "testdata/records", 220) }
