package script

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
)

// CheckCovered checks that the transcripts cover exactly the rules, which blanks separate.
func CheckCovered(t *testing.T, outcomes []Outcome, rules string) {
	t.Helper()
	named := map[string]bool{}
	for _, o := range outcomes {
		for _, tag := range o.Covers {
			named[tag] = true
		}
	}
	known := strings.Fields(rules)
	for _, rule := range known {
		if !named[rule] {
			t.Errorf("no transcript covers the rule %s", rule)
		}
	}
	for tag := range named {
		if !slices.Contains(known, tag) {
			t.Errorf("transcripts cover the unknown rule %s", tag)
		}
	}
}

// LastTricks is the phase of play while nobody has more than four cards. Then birds count.
const LastTricks engine.Name = "last tricks"

func phaseOf(t engine.PublicView) engine.Name {
	if t.Phase == engine.Playing && slices.Max(t.HandSize) <= 4 {
		return LastTricks
	}
	return t.Phase
}

func (o Outcome) side() string {
	switch leaver := o.Table.Result.End.Seat; {
	case o.Table.Declarer == engine.Nobody && leaver == o.Table.Dealer:
		return "dealer"
	case o.Table.Declarer == engine.Nobody:
		return "other"
	case leaver == o.Table.Declarer:
		return "declarer"
	default:
		return "defender"
	}
}

// CheckLeaving checks that players of each side resign and time out in every phase. Before there is a declarer, the
// sides are the dealer and the others. Each side must also leave under each rule of the ruling.
func CheckLeaving(t *testing.T, outcomes []Outcome, ruling string, before, with []engine.Name) {
	t.Helper()
	shown, rules := map[string]bool{}, map[string]bool{}
	for _, o := range outcomes {
		if o.Left == "" {
			continue
		}
		shown[string(o.Left)+": "+o.side()] = true
		shown[string(o.Left)+": "+string(o.Table.Result.End.Reason)] = true
		for _, rule := range o.Covers {
			if strings.HasPrefix(rule, ruling+"/") {
				rules[rule] = true
				shown[rule+": "+o.side()] = true
			}
		}
	}
	want := func(what string, who ...string) {
		for _, one := range who {
			if !shown[what+": "+one] {
				t.Errorf("no transcript shows a player leaving: %s: %s", what, one)
			}
		}
	}
	for _, phase := range before {
		want(string(phase), "dealer", "other", "resign", "timeout")
	}
	for _, phase := range with {
		want(string(phase), "declarer", "defender", "resign", "timeout")
	}
	if len(rules) == 0 {
		t.Errorf("no transcript with a leaving player covers a rule of %s", ruling)
	}
	for rule := range rules {
		want(rule, "declarer", "defender")
	}
}
