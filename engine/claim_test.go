package engine

import (
	"math/bits"
	"strings"
	"testing"
)

// Each step is a seat and its words. The last seat's possible doublings are checked (RULES 1.6).
func TestClaims(t *testing.T) {
	tests := []struct {
		name         string
		maxDoublings int
		steps        string
		want         string
	}{
		{"the defender may double the game", 3, "0 done, 1", "contra game"},
		{"not one's own announcement", 3, "0 +pagat", ""},
		{"the defender announced, and may double the game", 3, "0 done, 1 +pagat", "contra game"},
		{"the declarer's announcement", 3, "0 +pagat done, 1", "contra game, contra pagat"},
		{"re", 3, "0 done, 1 contra.game done, 0", "re game"},
		{"sub", 3, "0 done, 1 contra.game done, 0 re.game done, 1", "sub game"},
		{"nothing above sub", 3, "0 done, 1 contra.game done, 0 re.game done, 1 sub.game done, 0", ""},
		{"one doubling allowed", 1, "0 done, 1 contra.game done, 0", ""},
		{"no doubling allowed", 0, "0 done, 1", ""},
		{"not the game after declining it", 3, "0 +pagat done, 1 contra.pagat done, 0 re.pagat done, 1", "sub pagat"},
		{"the defender's announcement", 3, "0 done, 1 +uhu done, 0", "contra uhu"},
		{"re on the defender's announcement", 3, "0 done, 1 +uhu done, 0 contra.uhu done, 1", "re uhu"},
		{"both sides' same bonus", 3, "0 +absolute done, 1 +absolute contra.absolute done, 0", "re absolute, contra absolute"},
		{"an early announcement in the first turn", 3, "1 +uhu early, 0", "contra uhu"},
		{"an early announcement after that turn", 3, "1 +uhu early, 0 done, 1 done, 0", ""},
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
		c.Double(seat, Say(parseVerb(verb), mustParseWord(bonus)), false)
	default:
		c.Add(seat, mustParseWord(word[1:]), false)
	}
}

func TestClaimFactor(t *testing.T) {
	for doubled, want := range [][2]int{{1, 1}, {2, 4}, {4, 16}, {8, 64}} {
		simple, squared := Claim{Doubled: doubled}.Factor(), Claim{Doubled: doubled, Squared: true}.Factor()
		if simple != want[0] || squared != want[1] {
			t.Errorf("doubled %d times: factors %d and %d, want %v", doubled, simple, squared, want)
		}
	}
}

func TestClaimSetHoldsAll(t *testing.T) {
	most, room := 1+2*Bonuses.Len(), bits.OnesCount32(uint32(^ClaimSet(0)))
	if most > room {
		t.Errorf("%d claims are possible, but a ClaimSet has %d bits", most, room)
	}
}

func TestRenewClaims(t *testing.T) {
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

func TestDoubleOtherSidesClaim(t *testing.T) {
	c := startClaims(0)
	c.Add(0, Absolute, false)
	c.Add(1, Absolute, false)
	c.Double(1, Say(Contra, Absolute), false)
	declarers, _ := c.Find(0, Absolute)
	defenders, _ := c.Find(1, Absolute)
	if declarers.Doubled != 1 || defenders.Doubled != 0 {
		t.Errorf("the defender's contra: the declarer's claim is doubled %d times, the defender's %d; want 1, 0", declarers.Doubled, defenders.Doubled)
	}
	if _, ok := c.Find(1, Pagat); ok {
		t.Error("Find returned a claim that nobody announced")
	}
}
