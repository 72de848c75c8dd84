package engine

import (
	"strings"
	"testing"
)

// TestAuction says what may be said after each word, and who speaks.
func TestAuction(t *testing.T) {
	two := NewAuctionRules(2, []Name{"a", "b", "c"}, true)
	plain := NewAuctionRules(2, []Name{"a", "b", "c"}, false)
	three := NewAuctionRules(3, []Name{"a", "b", "c"}, false)
	tests := []struct {
		name   string
		rules  *AuctionRules
		calls  string
		turn   Seat   // who speaks next
		words  string // what may be said; "" when over
		leader Seat
	}{
		{"opening", two, "", 0, "a b c pass", Nobody},
		{"overbidding", two, "a", 1, "b c pass", 0},
		{"forehand may hold", two, "a b", 0, "c hold pass", 1},
		{"without hold", plain, "a b", 0, "c pass", 1},
		{"after a hold", two, "a b hold", 1, "c pass", 0},
		{"the highest of the other", two, "a c", 0, "hold pass", 1},
		{"the highest held", two, "a c hold", 0, "", 0},
		{"forehand's highest", two, "c", 0, "", 0},
		{"nothing left to say without hold", plain, "a c", 0, "", 1},
		{"pass, bid", two, "pass a", 0, "", 1},
		{"bid, pass", two, "a pass", 0, "", 0},
		{"two passes", two, "pass pass", 0, "", Nobody},
		{"three seats", three, "a b", 2, "c pass", 1},
		{"three seats, back to the first", three, "a b pass", 0, "c pass", 1},
		{"three seats, one left", three, "a b pass pass", 0, "", 1},
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
			words = append(words, string(callWord(word)))
		}
		if got := strings.Join(words, " "); got != tt.words || a.Turn != tt.turn {
			t.Errorf("%s: seat %d may say %q, want seat %d %q", tt.name, a.Turn, got, tt.turn, tt.words)
		}
	}
}

func call(word string) Action {
	if word == "pass" || word == "hold" {
		return Say(Name(word), "")
	}
	return Say(Bid, Name(word))
}
