package script

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
)

// CheckCovered checks that the transcripts cover all the rules, which are separated by blanks, and nothing else.
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
			t.Errorf("transcripts cover %s, which is no rule", tag)
		}
	}
}

// LastTricks stands for the phase of play while nobody has more than four cards: the tricks of birds.
const LastTricks engine.Name = "last tricks"

// leftIn returns the phase of the table, or LastTricks.
func leftIn(t engine.PublicView) engine.Name {
	if t.Phase == engine.Playing && slices.Max(t.HandSize) <= 4 {
		return LastTricks
	}
	return t.Phase
}

// side names the player who left the deal: its declarer or a defender or, before there is a declarer, its
// dealer or another.
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

// CheckLeaving checks that transcripts show a deal left in every phase, by each side, and both ways. Sides are the
// dealer and the other in the phases before there is a declarer, and the declarer and a defender in the phases
// with one. For each rule of the ruling, such as "R24/held", transcripts must show both sides leaving, and there
// must be such a rule.
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
				t.Errorf("no transcript shows a deal left: %s: %s", what, one)
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
		t.Errorf("no transcript that somebody leaves covers a rule of %s", ruling)
	}
	for rule := range rules {
		want(rule, "declarer", "defender")
	}
}
