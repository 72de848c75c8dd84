package illustrated_test

import (
	"os"
	"path/filepath"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/illustrated"
)

// TestRecords replays deals whose results another program computed.
func TestRecords(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.json")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range files {
		for i, record := range readRecords(t, file) {
			total++
			deal, err := engine.Replay(illustrated.Game, record)
			if err != nil {
				t.Errorf("%s #%d: %v", filepath.Base(file), i, err)
				continue
			}
			if got := deal.Result(); got == nil || !got.Same(*record.Result) {
				t.Errorf("%s #%d:\n got %+v\nwant %+v", filepath.Base(file), i, got, record.Result)
			}
		}
	}
	if total != 100 {
		t.Errorf("replayed %d deals, want 100", total)
	}
}

func readRecords(t *testing.T, file string) []engine.Record {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	return records
}
