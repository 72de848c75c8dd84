package enginetest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tarockbot/engine"
)

// CheckRecords replays the records of dir/*.json, whose results another program computed.
func CheckRecords(t *testing.T, g engine.Game, dir string, want int) {
	t.Helper()
	records := ReadRecords(t, dir)
	if len(records) != want {
		t.Errorf("%d records, want %d", len(records), want)
	}
	for i, record := range records {
		deal, err := engine.Replay(g, record)
		if err != nil {
			t.Errorf("record %d, %s %v: %v", i, record.Rules, record.Options, err)
			continue
		}
		if got := deal.Record().Actions; !slices.Equal(got, record.Actions) {
			t.Errorf("record %d, %s %v: recorded again as %v, want %v", i, record.Rules, record.Options, got, record.Actions)
		}
		if got := deal.Result(); got == nil || !got.Matches(*record.Result) {
			t.Errorf("record %d, %s %v:\n got %+v\nwant %+v", i, record.Rules, record.Options, got, record.Result)
		}
	}
}

// ReadRecords returns all records of dir/*.json.
func ReadRecords(tb testing.TB, dir string) (all []engine.Record) {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no records in %s: %v", dir, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		records, err := engine.ParseRecords(data)
		if err != nil {
			tb.Fatalf("%s: %v", file, err)
		}
		all = append(all, records...)
	}
	return all
}
