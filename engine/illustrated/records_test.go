package illustrated_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/illustrated"
)

func TestRecords(t *testing.T) { enginetest.CheckRecords(t, illustrated.Game, "testdata/records", 100) }
