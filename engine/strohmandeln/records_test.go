package strohmandeln_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/strohmandeln"
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
			deal, err := engine.Replay(strohmandeln.Game, record)
			if err != nil {
				t.Errorf("%s #%d: %v", filepath.Base(file), i, err)
				continue
			}
			if got := deal.Record().Actions; !slices.Equal(got, record.Actions) {
				t.Errorf("%s #%d: recorded again as %v, want %v", filepath.Base(file), i, got, record.Actions)
			}
			if got := deal.Result(); got == nil || !got.Same(*record.Result) {
				t.Errorf("%s #%d:\n got %+v\nwant %+v", filepath.Base(file), i, got, record.Result)
			}
		}
	}
	if total != 120 {
		t.Errorf("replayed %d deals, want 120", total)
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

// TestLeftOut: a record leaves the dealer's word to go on out where it could be
// no other, and nowhere else; one that holds it is understood, too.
func TestLeftOut(t *testing.T) {
	rules := strohmandeln.Game.Rules[0]
	tests := []struct {
		name    string
		holder  engine.Seat // who was dealt no tarock; seat 0 deals
		actions string
		ok      bool
	}{
		{"left out", 1, "1 undertake, 1 play CK", true},
		{"in it", 1, "1 undertake, 0 pass, 1 play CK", true},
		{"left out where folding was open", 0, "1 undertake, 1 play I", false},
		{"a word that isn't left out", 1, "1 undertake, 1 undertake", false},
		{"before forehand spoke", 1, "0 pass, 1 pass", false},
		{"a simple game needs both words", 1, "1 pass, 1 play CK", false},
	}
	for _, tt := range tests {
		record := engine.Record{Rules: rules.ID, Deck: without(rules, tt.holder)}
		for action := range strings.SplitSeq(tt.actions, ", ") {
			var m engine.Move
			if err := m.UnmarshalText([]byte(action)); err != nil {
				t.Fatal(err)
			}
			record.Actions = append(record.Actions, m)
		}
		deal, err := engine.Replay(strohmandeln.Game, record)
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.ok && (len(deal.Moves()) != 3 || len(deal.Record().Actions) != 2) {
			t.Errorf("%s: replayed as %v, recorded as %v", tt.name, deal.Moves(), deal.Record().Actions)
		}
	}
}
