package duel

import (
	"flag"
	"strings"
	"testing"
)

var (
	openRules = flag.String("open-rules", "kosakeln/bamberger", "by which rule sets a player plays who sees all hands, with commas between them")
	openDeals = flag.Int("open-deals", 12, "how many deals that player plays by each")
)

// TestOpen: who sees all hands wins more with the cards than who doesn't.
func TestOpen(t *testing.T) {
	for rules := range strings.SplitSeq(*openRules, ",") {
		r := run(t, config(t, rules, "open", "medium", *openDeals))
		if r.Points.Value-r.Points.Half <= 0 {
			t.Errorf("%s: %+.2f ± %.2f card points", rules, r.Points.Value, r.Points.Half)
		}
	}
}
