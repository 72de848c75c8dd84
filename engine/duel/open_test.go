package duel

import (
	"flag"
	"strings"
	"testing"
)

var (
	openRules = flag.String("open-rules", "kosakeln/bamberger", "the rule sets of TestOpenBeatsMedium, separated by commas")
	openDeals = flag.Int("open-deals", 12, "the number of deals of each rule set")
)

func TestOpenBeatsMedium(t *testing.T) {
	for rules := range strings.SplitSeq(*openRules, ",") {
		r := mustRun(t, newConfig(t, rules, "open", "medium", *openDeals))
		if r.Points.Value-r.Points.HalfInterval <= 0 {
			t.Errorf("%s: %+.2f ± %.2f card points", rules, r.Points.Value, r.Points.HalfInterval)
		}
	}
}
