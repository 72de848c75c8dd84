package kosakeln_test

import (
	"os"
	"path/filepath"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/kosakeln"
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
			deal, err := engine.Replay(kosakeln.Game, record)
			if err != nil {
				t.Errorf("%s #%d: %v", filepath.Base(file), i, err)
				continue
			}
			if got := deal.Result(); got == nil || !got.Same(*record.Result) {
				t.Errorf("%s #%d:\n got %+v\nwant %+v", filepath.Base(file), i, got, record.Result)
			}
		}
	}
	if total != 180 {
		t.Errorf("replayed %d deals, want 180", total)
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

// TestFresh: what a seat has just picked up is marked until a trick is played, and
// no longer.
func TestFresh(t *testing.T) {
	marked := 0
	r := readRecords(t, "testdata/records/kosakeln-bamberger-classic.json")[0]
	for n := range r.Actions {
		cut := r
		cut.Result, cut.Actions = nil, r.Actions[:n]
		deal, err := engine.Replay(kosakeln.Game, cut)
		if err != nil {
			t.Fatal(err)
		}
		for seat := range engine.Seat(2) {
			v := deal.View(seat)
			if v.Fresh == 0 {
				continue
			}
			if marked++; len(v.Tricks) > 0 || v.Fresh&^v.Hand.Cards != 0 {
				t.Fatalf("after %d actions %v are marked as fresh", n, v.Fresh)
			}
		}
	}
	if marked == 0 {
		t.Error("nothing was marked")
	}
}
