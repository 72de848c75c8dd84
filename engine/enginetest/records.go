package enginetest

import (
	"slices"
	"testing"

	"tarockbot/engine"
)

// Records replays the records of dir/*.json, as many as wanted, whose results
// another program computed: each comes to the same result and is recorded
// again with the same actions.
func Records(t *testing.T, g engine.Game, dir string, want int) {
	t.Helper()
	records := readRecords(t, dir)
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
		if got := deal.Result(); got == nil || !got.Same(*record.Result) {
			t.Errorf("record %d, %s %v:\n got %+v\nwant %+v", i, record.Rules, record.Options, got, record.Result)
		}
	}
}
