package engine

import (
	"strings"
	"testing"
)

func TestAuction(t *testing.T) {
	two := newAuctionRules(2, Contracts[:3], AuctionStyle{ForehandHolds: true})
	plain := newAuctionRules(2, Contracts[:3], AuctionStyle{})
	three := newAuctionRules(3, Contracts[:3], AuctionStyle{})
	good := newAuctionRules(3, Contracts[:3], AuctionStyle{Good: true})
	duel := newAuctionRules(3, Contracts[:3], AuctionStyle{Duel: true, Takes: []int{2, 2}})
	once := newAuctionRules(3, Contracts[:3], AuctionStyle{Duel: true, Takes: []int{1}, HoldRaises: true})
	tests := []struct {
		name   string
		rules  *AuctionRules
		calls  string
		turn   Seat
		words  string // "" when over
		leader Seat
	}{
		{"opening", two, "", 0, "dreiblatt zweiblatt einblatt pass", Nobody},
		{"overbidding", two, "dreiblatt", 1, "zweiblatt einblatt pass", 0},
		{"forehand may hold", two, "dreiblatt zweiblatt", 0, "einblatt hold pass", 1},
		{"without hold", plain, "dreiblatt zweiblatt", 0, "einblatt pass", 1},
		{"after a hold", two, "dreiblatt zweiblatt hold", 1, "einblatt pass", 0},
		{"the highest of the other", two, "dreiblatt einblatt", 0, "hold pass", 1},
		{"the highest held", two, "dreiblatt einblatt hold", 0, "", 0},
		{"forehand's highest", two, "einblatt", 0, "", 0},
		{"nothing left to say without hold", plain, "dreiblatt einblatt", 0, "", 1},
		{"pass, bid", two, "pass dreiblatt", 0, "", 1},
		{"bid, pass", two, "dreiblatt pass", 0, "", 0},
		{"two passes", two, "pass pass", 0, "", Nobody},
		{"three seats", three, "dreiblatt zweiblatt", 2, "einblatt pass", 1},
		{"three seats, back to the first", three, "dreiblatt zweiblatt pass", 0, "einblatt pass", 1},
		{"three seats, one left", three, "dreiblatt zweiblatt pass pass", 0, "", 1},
		{"good once there is a bid", good, "pass dreiblatt", 2, "zweiblatt einblatt good", 1},
		{"and pass before", good, "pass", 1, "dreiblatt zweiblatt einblatt pass", Nobody},
		{"the next in turn challenges", duel, "dreiblatt", 1, "zweiblatt einblatt take pass", 0},
		{"past one who is out", duel, "pass dreiblatt", 2, "zweiblatt einblatt take pass", 1},
		{"taken over: hold or out", duel, "dreiblatt take", 0, "hold pass", 1},
		{"held: take once more", duel, "dreiblatt take hold", 1, "zweiblatt einblatt take pass", 0},
		{"the last take held", duel, "dreiblatt take hold take hold", 1, "zweiblatt einblatt pass", 0},
		{"overbid: take, at the first level", duel, "dreiblatt take hold take hold zweiblatt", 0, "einblatt take pass", 1},
		{"nothing to take of the highest", duel, "dreiblatt einblatt", 0, "", 1},
		{"the third enters, without a take", duel, "dreiblatt pass", 2, "zweiblatt einblatt pass", 0},
		{"the third while two are at it", duel, "dreiblatt take", 0, "hold pass", 1},
		{"the third bids, the survivor may take", duel, "dreiblatt pass zweiblatt", 0, "einblatt take pass", 2},
		{"and the third may hold", duel, "dreiblatt pass zweiblatt take", 2, "hold pass", 0},
		{"the third is content", duel, "dreiblatt pass pass", 0, "", 0},
		{"the taker is left to play", duel, "dreiblatt take pass pass", 0, "", 1},
		{"nobody to challenge", duel, "pass pass dreiblatt", 0, "", 2},
		{"three passes", duel, "pass pass pass", 0, "", Nobody},
		{"a hold raises: no second take", once, "dreiblatt take hold", 1, "zweiblatt einblatt pass", 0},
		{"only the lowest is taken", once, "zweiblatt", 1, "einblatt pass", 0},
	}
	for _, tt := range tests {
		a := NewAuction(0)
		over := false
		for _, word := range strings.Fields(tt.calls) {
			over = a.Do(tt.rules, call(word))
		}
		if a.Leader != tt.leader || over != (tt.words == "") {
			t.Errorf("%s: leader %d, over %v, want %d, %v", tt.name, a.Leader, over, tt.leader, tt.words == "")
		}
		if over {
			continue
		}
		var words []string
		for _, word := range a.Choices(tt.rules) {
			words = append(words, strings.TrimPrefix(word.String(), "bid "))
		}
		if got := strings.Join(words, " "); got != tt.words || a.Turn != tt.turn {
			t.Errorf("%s: seat %d may say %q, want seat %d %q", tt.name, a.Turn, got, tt.turn, tt.words)
		}
	}
}

func TestLevel(t *testing.T) {
	holds := newAuctionRules(3, Contracts[:2], AuctionStyle{Duel: true, Takes: []int{2, 2}})
	raises := newAuctionRules(3, Contracts[:2], AuctionStyle{Duel: true, Takes: []int{1}, HoldRaises: true})
	for calls, want := range map[string][2]int{
		"dreiblatt": {0, 0}, "dreiblatt take": {1, 1}, "dreiblatt take hold": {1, 2}, "dreiblatt take hold zweiblatt": {0, 0},
	} {
		for i, rules := range []*AuctionRules{holds, raises} {
			a := NewAuction(0)
			for word := range strings.FieldsSeq(calls) {
				a.Do(rules, call(word))
			}
			if a.Level != want[i] {
				t.Errorf("%s, HoldRaises %v: level %d, want %d", calls, i == 1, a.Level, want[i])
			}
		}
	}
}

func call(word string) Action {
	if verb := parseVerb(word); verb != 0 {
		return Say(verb, 0)
	}
	return Say(Bid, parsed(word))
}

func parsed(s string) Word {
	w, err := ParseWord(s)
	if err != nil {
		panic(err)
	}
	return w
}
