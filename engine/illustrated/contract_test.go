package illustrated_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/illustrated"
)

const records = "testdata/records"

func TestContract(t *testing.T) { enginetest.CheckContract(t, illustrated.Game) }

func TestRecords(t *testing.T) { enginetest.CheckRecords(t, illustrated.Game, records, 100) }

func FuzzRecords(f *testing.F) { enginetest.FuzzRecords(f, illustrated.Game, records) }

func BenchmarkRandomDeals(b *testing.B) { enginetest.BenchmarkDeals(b, illustrated.Game) }
