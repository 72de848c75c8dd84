package messages

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// TestPartedReaders: the message of a table that can't go on says why, and so does that of a reader
// who has no part in the table any more.
func TestPartedReaders(t *testing.T) {
	t.Parallel()
	all, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	w, next := all.In("en"), func(engine.Setup, []engine.Result) engine.Score { return engine.Score{Totals: make([]int, 2)} }
	for _, tt := range []struct {
		stage  match.Stage
		closed match.CloseReason
		last   int64
		want   string
	}{
		{match.Closed, "void", 0, "closed.void"},
		{match.Closed, "abandoned", 4, "closed.abandoned"},
		{match.Finished, "", 4, "panel.left"},
		{match.Playing, "", 4, "challenge.without-you"},
		{match.Open, "", 4, "challenge.without-you"},
	} {
		at := &match.Table{ID: "x7k2p4qa", Stage: tt.stage, Closed: tt.closed, Chairs: make(match.Chairs, 2),
			Setup: match.Setup{Setup: engine.Setup{Rules: "kosakeln/beck", Length: 1}}, Match: engine.Match{Game: engine.Game{Seats: 2, Next: next}}}
		m := match.Message{Place: chat.Place{User: "fake:anna"}, Seat: engine.Nobody, Last: tt.last}
		s := (&Pages{readers: new(Readers)}).screen(tables.Snapshot{Table: at}, m, people.Person{}, w)
		if text := s.Text[len(s.Text)-1].String(); !s.Ended || !strings.Contains(text, w.Say(tt.want)) {
			t.Errorf("%+v: the message says %q, and has ended: %v", tt, text, s.Ended)
		}
	}
}
