package engine

import (
	"math/bits"
	"strings"
	"testing"
)

// A step is a seat and its words. The last step's seat is asked (RULES 1.6).
func TestClaims(t *testing.T) {
	tests := []struct {
		name         string
		maxDoublings int
		steps        string
		want         string
	}{
		{"the defender first", 3, "0 done, 1", "contra game"},
		{"not the declarer's own", 3, "0 +pagat", ""},
		{"the defender's own", 3, "0 done, 1 +pagat", "contra game"},
		{"the declarer's announcement", 3, "0 +pagat done, 1", "contra game, contra pagat"},
		{"re", 3, "0 done, 1 contra.game done, 0", "re game"},
		{"sub", 3, "0 done, 1 contra.game done, 0 re.game done, 1", "sub game"},
		{"nothing above", 3, "0 done, 1 contra.game done, 0 re.game done, 1 sub.game done, 0", ""},
		{"only contra", 1, "0 done, 1 contra.game done, 0", ""},
		{"off", 0, "0 done, 1", ""},
		{"not what was let go", 3, "0 +pagat done, 1 contra.pagat done, 0 re.pagat done, 1", "sub pagat"},
		{"the defender's announcement", 3, "0 done, 1 +uhu done, 0", "contra uhu"},
		{"and its re", 3, "0 done, 1 +uhu done, 0 contra.uhu done, 1", "re uhu"},
		{"both sides' same bonus", 3, "0 +absolute done, 1 +absolute contra.absolute done, 0", "re absolute, contra absolute"},
		{"an early one in the first turn", 3, "1 +uhu early, 0", "contra uhu"},
		{"but not later", 3, "1 +uhu early, 0 done, 1 done, 0", ""},
	}
	for _, tt := range tests {
		c := startClaims(0)
		var seat Seat
		for step := range strings.SplitSeq(tt.steps, ", ") {
			words := strings.Fields(step)
			seat = Seat(words[0][0] - '0')
			for _, word := range words[1:] {
				claimStep(&c, seat, word)
			}
		}
		var open []string
		for i := range c.List {
			claim := &c.List[i]
			if c.canDouble(seat, claim, tt.maxDoublings) {
				open = append(open, doublingOf(claim).String())
			}
		}
		if got := strings.Join(open, ", "); got != tt.want {
			t.Errorf("%s: open %q, want %q", tt.name, got, tt.want)
		}
	}
}

func claimStep(c *Claims, seat Seat, word string) {
	verb, bonus, doubling := strings.Cut(word, ".")
	switch {
	case word == "done", word == "early":
		c.EndTurn(seat, word == "done")
	case doubling:
		c.Double(seat, Say(parseVerb(verb), parsed(bonus)), false)
	default:
		c.Add(seat, parsed(word[1:]), false)
	}
}

func TestFactor(t *testing.T) {
	for doubled, want := range [][2]int{{1, 1}, {2, 4}, {4, 16}, {8, 64}} {
		once, squared := Claim{Doubled: doubled}.Factor(), Claim{Doubled: doubled, Squared: true}.Factor()
		if once != want[0] || squared != want[1] {
			t.Errorf("doubled %d times: factors %d and %d, want %v", doubled, once, squared, want)
		}
	}
}

func TestClaimSetHoldsAll(t *testing.T) {
	most, room := 1+2*Bonuses.Len(), bits.OnesCount32(uint32(^ClaimSet(0)))
	if most > room {
		t.Errorf("%d claims are possible, but a ClaimSet has %d bits", most, room)
	}
}

func TestRenew(t *testing.T) {
	c := startClaims(0)
	game := &c.List[0]
	c.EndTurn(1, true)
	if c.canDouble(1, game, 2) {
		t.Error("the seat may double the game after passing")
	}
	c.renew()
	if !c.canDouble(1, game, 2) {
		t.Error("the seat may not double the renewed game")
	}
	c.Double(1, Say(Contra, TheGame), true)
	c.EndTurn(1, true)
	c.EndTurn(0, true)
	c.renew()
	if c.canDouble(0, game, 2) || c.canDouble(1, game, 2) {
		t.Error("a doubled game was renewed")
	}
}

func TestSides(t *testing.T) {
	c := startClaims(0)
	c.Add(0, Absolute, false)
	c.Add(1, Absolute, false)
	c.Double(1, Say(Contra, Absolute), false)
	own, _ := c.Find(0, Absolute)
	other, _ := c.Find(1, Absolute)
	if own.Doubled != 1 || other.Doubled != 0 {
		t.Errorf("contra of seat 1: declarer's claim doubled %d times, own claim %d; want 1, 0", own.Doubled, other.Doubled)
	}
	if _, ok := c.Find(1, Pagat); ok {
		t.Error("Find returned a claim that nobody announced")
	}
}
