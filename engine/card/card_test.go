package card

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCardCodes(t *testing.T) {
	want := "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI SKUS " +
		"H4 H3 H2 H1 HV HC HQ HK D4 D3 D2 D1 DV DC DQ DK S7 S8 S9 S10 SV SC SQ SK C7 C8 C9 C10 CV CC CQ CK"
	if got := Full.String(); got != want {
		t.Fatalf("pack:\n got %s\nwant %s", got, want)
	}
	back, err := ParseSet(strings.Fields(want))
	if err != nil || back != Full {
		t.Fatalf("ParseSet = %s, %v", back, err)
	}
	for _, bad := range []string{"", "hk", "H5", "S4", "iv", "XXII", "SK\x00", "DK "} {
		if c, err := Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", bad, c)
		}
	}
	if c, err := Parse("IV"); err != nil || c != Quapil || c.String() != "IIII" {
		t.Errorf("IV parses as %s, %v, want IIII", c, err)
	}
	for c, want := range map[Card]string{Mond: "XXI", mustCard(t, "S10"): "10", mustCard(t, "HK"): "K"} {
		if got := c.Rank(); got != want {
			t.Errorf("%s has rank %s, want %s", c, got, want)
		}
	}
}

func TestJSONText(t *testing.T) {
	type table struct {
		Led  Card
		Hand Set
	}
	for text, want := range map[string]table{
		`{"Led":"XXI","Hand":"I SKUS HK"}`: {Mond, SetOf(Skus, Pagat, mustCard(t, "HK"))},
		`{"Led":"S10","Hand":""}`:          {mustCard(t, "S10"), 0},
	} {
		var got table
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is decoded as %v, %v", text, got, err)
		}
		if back, err := json.Marshal(want); err != nil || string(back) != text {
			t.Errorf("%v is encoded as %s, %v", want, back, err)
		}
	}
	for _, bad := range []string{`{"Led":"XXII"}`, `{"Hand":"HK HK"}`, `{"Hand":"IIII IV"}`, `{"Hand":"H5"}`} {
		if err := json.Unmarshal([]byte(bad), new(table)); err == nil {
			t.Errorf("UnmarshalText accepts %s", bad)
		}
	}
}

func TestSuits(t *testing.T) {
	sizes := map[Suit]int{Tarock: 22, Hearts: 8, Diamonds: 8, Spades: 8, Clubs: 8}
	var all Set
	for suit, size := range sizes {
		if got := suit.Cards().Len(); got != size {
			t.Errorf("suit %d has %d cards, want %d", suit, got, size)
		}
		all |= suit.Cards()
		for c := range suit.Cards().All() {
			if c.Suit() != suit {
				t.Errorf("%s has suit %d, want %d", c, c.Suit(), suit)
			}
		}
	}
	if all != Full {
		t.Errorf("the suits lack %s", Full&^all)
	}
}

func TestThirds(t *testing.T) {
	tests := []struct {
		cards string
		want  int
	}{
		{"", 0}, {"II", 1}, {"XX", 1}, {"I", 13}, {"XXI", 13}, {"SKUS", 13},
		{"HK", 13}, {"DQ", 10}, {"SC", 7}, {"CV", 4}, {"H1", 1}, {"S10", 1},
		{Full.String(), 210}, {"HK DK SK CK", 52}, {"HQ DQ SQ CQ", 40}, {"HC DC SC CC", 28}, {"HV DV SV CV", 16},
	}
	for _, tt := range tests {
		if got := mustSet(t, tt.cards).Thirds(); got != tt.want {
			t.Errorf("%q counts %d thirds, want %d", tt.cards, got, tt.want)
		}
	}
	if got := Skus.Face(); got != 5 {
		t.Errorf("Sküs has face value %d, want 5", got)
	}
}

func TestSets(t *testing.T) {
	hand := mustSet(t, "I XX HQ HK S7")
	tests := []struct {
		name string
		set  Set
		want string
	}{
		{"Trull", Trull, "I XXI SKUS"},
		{"Birds", Birds, "I II III IIII"},
		{"Kings", Kings, "HK DK SK CK"},
		{"Honours", Honours, "I XXI SKUS HK DK SK CK"},
		{"cards that beat HQ", hand.Beating(mustCard(t, "HQ")), "I XX HK"},
		{"cards that beat II", hand.Beating(Uhu), "XX"},
		{"two lowest cards", hand.LowestCards(2), "I XX"},
		{"nine lowest cards", hand.LowestCards(9), "I XX HQ HK S7"},
	}
	for _, tt := range tests {
		if got := tt.set.String(); got != tt.want {
			t.Errorf("%s = %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestBeats(t *testing.T) {
	tests := []struct {
		card, best string
		want       bool
	}{
		{"HK", "HQ", true}, {"H1", "H4", true}, {"H4", "H1", false}, {"S10", "S7", true}, {"S7", "S10", false},
		{"HV", "H1", true}, {"DK", "H4", false}, {"I", "HK", true}, {"HK", "I", false}, {"SKUS", "XXI", true},
		{"I", "II", false}, {"II", "I", true}, {"H3", "H4", true},
	}
	for _, tt := range tests {
		c, best := mustCard(t, tt.card), mustCard(t, tt.best)
		if got := c.Beats(best); got != tt.want {
			t.Errorf("%s beats %s = %v, want %v", c, best, got, tt.want)
		}
	}
}

func TestFollow(t *testing.T) {
	tests := []struct{ hand, led, want string }{
		{"I XX HK H4 S7", "H1", "H4 HK"},
		{"I XX HK H4 S7", "D1", "I XX"},
		{"HK S7", "D1", "HK S7"},
		{"HK S7", "V", "HK S7"},
		{"I HK S7", "V", "I"},
	}
	for _, tt := range tests {
		if got := mustSet(t, tt.hand).Follow(mustCard(t, tt.led)).String(); got != tt.want {
			t.Errorf("%s after %s: Follow gives %s, want %s", tt.hand, tt.led, got, tt.want)
		}
	}
}

func TestNth(t *testing.T) {
	s := SetOf(Pagat, Mond, Skus, 53)
	for n, want := range []Card{Pagat, Mond, Skus, 53} {
		if got := s.Nth(n); got != want {
			t.Errorf("Nth(%d) = %s, want %s", n, got, want)
		}
	}
	if !Full.Holds(s) || Birds.Holds(s) || s.Lowest() != Pagat || s.Highest() != 53 || len(s.Cards()) != 4 {
		t.Errorf("Holds, Lowest, Highest or Cards wrong for %s", s)
	}
}

func mustCard(t *testing.T, code string) Card { return mustSet(t, code).Lowest() }

func mustSet(t *testing.T, codes string) Set {
	t.Helper()
	s, err := ParseSet(strings.Fields(codes))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
