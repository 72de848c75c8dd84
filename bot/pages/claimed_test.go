package pages

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// TestClaimSeat: of two whose time is up a button means the one whom it names, also
// where both have been asked as often.
func TestClaimSeat(t *testing.T) {
	t.Parallel()
	all := guideCatalogue(t)
	late := &match.Table{ID: "x7k2p4qa", Chairs: []match.Chair{{Step: 7}, {Step: 7, Reminded: match.TimeUp}, {Step: 7, Reminded: match.TimeUp, TimedOut: 1}}}
	for s := range late.Chairs.Late().All() {
		for _, b := range (Panel{View: View{Table: late}}).claimRow(s, all.In("en")) {
			named, end := strings.CutSuffix(b.Line, " "+WordEnd)
			if got, err := late.Clocks().Claimed(0, strings.Fields(named)[2:], end); got != s || err != nil {
				t.Errorf("%q means seat %d (%v), not %d", b.Line, got, err, s)
			}
		}
	}
	for name, tt := range map[string]struct {
		named  string
		reason string
	}{
		"of before it named the seat": {"7", "stale"},
		"of an earlier question":      {"1 6", "stale"},
		"of who has time":             {"0 7", "stale"},
	} {
		if s, err := late.Clocks().Claimed(engine.Seat(0), strings.Fields(tt.named), false); !chat.RefusedWith(err, tt.reason) {
			t.Errorf("a button %s is good for seat %d: %v", name, s, err)
		}
	}
}
