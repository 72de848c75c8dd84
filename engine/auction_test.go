package engine

import (
	"strings"
	"testing"
)

// TestAuction says what may be said after each word, and who speaks.
func TestAuction(t *testing.T) {
	two := NewAuctionRules(2, []Word{Dreiblatt, Zweiblatt, Einblatt}, AuctionStyle{ForehandHolds: true})
	plain := NewAuctionRules(2, []Word{Dreiblatt, Zweiblatt, Einblatt}, AuctionStyle{})
	three := NewAuctionRules(3, []Word{Dreiblatt, Zweiblatt, Einblatt}, AuctionStyle{})
	tests := []struct {
		name   string
		rules  *AuctionRules
		calls  string
		turn   Seat   // who speaks next
		words  string // what may be said; "" when over
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
	}
	for _, tt := range tests {
		a := StartAuction(0)
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
		for _, word := range a.Words(tt.rules) {
			words = append(words, strings.TrimPrefix(word.String(), "bid "))
		}
		if got := strings.Join(words, " "); got != tt.words || a.Turn != tt.turn {
			t.Errorf("%s: seat %d may say %q, want seat %d %q", tt.name, a.Turn, got, tt.turn, tt.words)
		}
	}
}

func call(word string) Action {
	if verb := parseVerb(word); verb != 0 {
		return Say(verb, 0)
	}
	return Say(Bid, parsed(word))
}

// parsed is a word that a test names.
func parsed(s string) Word {
	w, err := ParseWord(s)
	if err != nil {
		panic(err)
	}
	return w
}
