package engine

import (
	"strings"
	"testing"
)

func TestAuction(t *testing.T) {
	twoSeats := newAuctionRules(2, Contracts[:3], AuctionStyle{ForehandHolds: true})
	withoutHold := newAuctionRules(2, Contracts[:3], AuctionStyle{})
	threeSeats := newAuctionRules(3, Contracts[:3], AuctionStyle{})
	good := newAuctionRules(3, Contracts[:3], AuctionStyle{GoodReplacesPass: true})
	duel := newAuctionRules(3, Contracts[:3], AuctionStyle{Duel: true, TakeLimits: []int{2, 2}})
	oneTake := newAuctionRules(3, Contracts[:3], AuctionStyle{Duel: true, TakeLimits: []int{1}, HoldRaises: true})
	tests := []struct {
		name   string
		rules  *AuctionRules
		calls  string
		turn   Seat
		words  string // "" when over
		leader Seat
	}{
		{"opening", twoSeats, "", 0, "dreiblatt zweiblatt einblatt pass", Nobody},
		{"overbidding", twoSeats, "dreiblatt", 1, "zweiblatt einblatt pass", 0},
		{"forehand may hold", twoSeats, "dreiblatt zweiblatt", 0, "einblatt hold pass", 1},
		{"without hold", withoutHold, "dreiblatt zweiblatt", 0, "einblatt pass", 1},
		{"after a hold", twoSeats, "dreiblatt zweiblatt hold", 1, "einblatt pass", 0},
		{"after the other's highest bid", twoSeats, "dreiblatt einblatt", 0, "hold pass", 1},
		{"the highest bid held", twoSeats, "dreiblatt einblatt hold", 0, "", 0},
		{"forehand's highest bid ends the auction", twoSeats, "einblatt", 0, "", 0},
		{"nothing left to say without hold", withoutHold, "dreiblatt einblatt", 0, "", 1},
		{"pass, bid", twoSeats, "pass dreiblatt", 0, "", 1},
		{"bid, pass", twoSeats, "dreiblatt pass", 0, "", 0},
		{"two passes", twoSeats, "pass pass", 0, "", Nobody},
		{"three seats", threeSeats, "dreiblatt zweiblatt", 2, "einblatt pass", 1},
		{"three seats, back to the first", threeSeats, "dreiblatt zweiblatt pass", 0, "einblatt pass", 1},
		{"three seats, two passed", threeSeats, "dreiblatt zweiblatt pass pass", 0, "", 1},
		{"good once there is a bid", good, "pass dreiblatt", 2, "zweiblatt einblatt good", 1},
		{"pass, not good, before a bid", good, "pass", 1, "dreiblatt zweiblatt einblatt pass", Nobody},
		{"the next in turn challenges", duel, "dreiblatt", 1, "zweiblatt einblatt take pass", 0},
		{"skipping a seat that passed", duel, "pass dreiblatt", 2, "zweiblatt einblatt take pass", 1},
		{"taken over: hold or pass", duel, "dreiblatt take", 0, "hold pass", 1},
		{"after a hold, a second take", duel, "dreiblatt take hold", 1, "zweiblatt einblatt take pass", 0},
		{"after the last take, only bids", duel, "dreiblatt take hold take hold", 1, "zweiblatt einblatt pass", 0},
		{"an overbid allows takes from the first level", duel, "dreiblatt take hold take hold zweiblatt", 0, "einblatt take pass", 1},
		{"the highest contract can't be taken", duel, "dreiblatt einblatt", 0, "", 1},
		{"the third may bid but not take", duel, "dreiblatt pass", 2, "zweiblatt einblatt pass", 0},
		{"the third waits while two bid", duel, "dreiblatt take", 0, "hold pass", 1},
		{"the third bids, the survivor may take", duel, "dreiblatt pass zweiblatt", 0, "einblatt take pass", 2},
		{"and the third may hold", duel, "dreiblatt pass zweiblatt take", 2, "hold pass", 0},
		{"the third passes", duel, "dreiblatt pass pass", 0, "", 0},
		{"the taker plays after two passes", duel, "dreiblatt take pass pass", 0, "", 1},
		{"nobody left to challenge", duel, "pass pass dreiblatt", 0, "", 2},
		{"three passes", duel, "pass pass pass", 0, "", Nobody},
		{"a hold raises: no second take", oneTake, "dreiblatt take hold", 1, "zweiblatt einblatt pass", 0},
		{"only the lowest contract can be taken", oneTake, "zweiblatt", 1, "einblatt pass", 0},
	}
	for _, tt := range tests {
		a := NewAuction(0)
		over := false
		for _, word := range strings.Fields(tt.calls) {
			over = a.Do(tt.rules, auctionCall(word))
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

func TestAuctionLevel(t *testing.T) {
	holds := newAuctionRules(3, Contracts[:2], AuctionStyle{Duel: true, TakeLimits: []int{2, 2}})
	raises := newAuctionRules(3, Contracts[:2], AuctionStyle{Duel: true, TakeLimits: []int{1}, HoldRaises: true})
	for calls, want := range map[string][2]int{
		"dreiblatt": {0, 0}, "dreiblatt take": {1, 1}, "dreiblatt take hold": {1, 2}, "dreiblatt take hold zweiblatt": {0, 0},
	} {
		for i, rules := range []*AuctionRules{holds, raises} {
			a := NewAuction(0)
			for word := range strings.FieldsSeq(calls) {
				a.Do(rules, auctionCall(word))
			}
			if a.Level != want[i] {
				t.Errorf("%s, HoldRaises %v: level %d, want %d", calls, i == 1, a.Level, want[i])
			}
		}
	}
}

func auctionCall(word string) Action {
	if verb := parseVerb(word); verb != 0 {
		return Say(verb, 0)
	}
	return Say(Bid, mustParseWord(word))
}

func mustParseWord(s string) Word {
	w, err := ParseWord(s)
	if err != nil {
		panic(err)
	}
	return w
}
