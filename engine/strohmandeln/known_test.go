package strohmandeln_test

import (
	"os"
	"path/filepath"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/strohmandeln"
)

// TestDeclaredIsKnown: what somebody declared is known to be in their hand until
// it is played.
func TestDeclaredIsKnown(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.json")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		records, err := engine.ParseRecords(data)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range records {
			deal, err := engine.Replay(strohmandeln.Game, r)
			if err != nil {
				t.Fatal(err)
			}
			for n, m := range deal.Moves() {
				if m.Action.Verb != engine.Declare {
					continue
				}
				declared++
				r.Actions = deal.Moves()[:n+1]
				then, err := engine.Replay(strohmandeln.Game, r)
				if err != nil {
					t.Fatal(err)
				}
				if held, known := m.Action.Word.Bonus().Cards, then.View(engine.Nobody).Known[m.Seat]; known&held != held {
					t.Errorf("%s, record %d: known are %v, without %v", file, i, known, held&^known)
				}
			}
		}
	}
	if declared == 0 {
		t.Error("nobody declares anything")
	}
}
