package strohmandeln_test

import (
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/strohmandeln"
)

const records = "testdata/records"

func TestContract(t *testing.T) { enginetest.CheckContract(t, strohmandeln.Game) }

func TestRecords(t *testing.T) { enginetest.CheckRecords(t, strohmandeln.Game, records, 160) }

func FuzzRecords(f *testing.F) { enginetest.FuzzRecords(f, strohmandeln.Game, records) }

func BenchmarkRandomDeals(b *testing.B) { enginetest.BenchmarkDeals(b, strohmandeln.Game) }

// Records may omit the dealer's pass if the dealer had no other choice.
func TestRecordsOmitForcedPass(t *testing.T) {
	rules := strohmandeln.Game.Rules[0]
	tests := []struct {
		name    string
		holder  engine.Seat // is dealt no tarock; seat 0 deals
		actions string
		ok      bool
	}{
		{"the pass is omitted", 1, "1 undertake, 1 play CK", true},
		{"the pass is recorded", 1, "1 undertake, 0 pass, 1 play CK", true},
		{"a pass instead of folding is omitted", 0, "1 undertake, 1 play I", false},
		{"forehand undertakes twice", 1, "1 undertake, 1 undertake", false},
		{"the dealer passes before forehand speaks", 1, "0 pass, 1 pass", false},
		{"a simple game needs both passes", 1, "1 pass, 1 play CK", false},
	}
	for _, tt := range tests {
		record := engine.Record{Rules: rules.ID, Deck: deckWithoutTarockFor(rules, tt.holder)}
		for action := range strings.SplitSeq(tt.actions, ", ") {
			var m engine.Move
			if err := m.UnmarshalText([]byte(action)); err != nil {
				t.Fatal(err)
			}
			record.Actions = append(record.Actions, m)
		}
		deal, err := engine.Replay(strohmandeln.Game, record)
		if (err == nil) != tt.ok {
			t.Errorf("%s: Replay returns %v", tt.name, err)
		}
		if tt.ok && (len(deal.Moves()) != 3 || len(deal.Record().Actions) != 2) {
			t.Errorf("%s: replayed as %v, recorded as %v", tt.name, deal.Moves(), deal.Record().Actions)
		}
	}
}

func TestPackPoints(t *testing.T) {
	for i, want := range []int{70, 70, 88} {
		rules := strohmandeln.Game.Rules[i]
		if got := rules.Thirds(rules.Cards()); got != 3*want {
			t.Errorf("%s: %d thirds, want %d points", rules.ID, got, want)
		}
	}
}
