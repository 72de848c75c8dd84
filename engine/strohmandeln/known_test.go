package strohmandeln_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/strohmandeln"
)

// TestDeclaredIsKnown: what somebody declared is known to be in their hand until
// it is played.
func TestDeclaredIsKnown(t *testing.T) {
	declared := 0
	for i, r := range enginetest.ReadRecords(t, records) {
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
			if held, known := m.Action.Word.Bonus().Cards, then.View(engine.Nobody).KnownInHand[m.Seat]; known&held != held {
				t.Errorf("record %d, %s: known are %v, without %v", i, r.Rules, known, held&^known)
			}
		}
	}
	if declared == 0 {
		t.Error("nobody declares anything")
	}
}
