package robot_test

import (
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/robot"
)

// scene is a moment of a deal for two, seen by seat 0.
type scene struct {
	name string
	hand string
	led  string      // by seat 1; "" if the player leads
	gone string      // cards of earlier tricks, two a trick, each led by the player
	said engine.Word // announced by the player
	down int         // cards lying face down in front of the player
	want string
}

func (s scene) view(t *testing.T) engine.View {
	t.Helper()
	v := engine.View{PublicView: engine.PublicView{Contract: engine.Dreiblatt, Packet: 3, Taken: 0}}
	v.Cards = cards(t, s.hand)
	v.HandSize = []int{v.Cards.Len(), v.Cards.Len()}
	if s.led != "" {
		v.HandSize[1]--
		v.Trick = engine.Trick{Lead: 1, N: 1, Cards: [engine.MaxSeats]card.Card{cards(t, s.led).Lowest()}}
	}
	gone := strings.Fields(s.gone)
	for i := 0; i < len(gone); i += 2 {
		pair := [engine.MaxSeats]card.Card{cards(t, gone[i]).Lowest(), cards(t, gone[i+1]).Lowest()}
		v.Tricks = append(v.Tricks, engine.Trick{N: 2, Cards: pair})
	}
	if s.down > 0 {
		v.Piles = [][]engine.Pile{{{N: s.down}}, nil}
	}
	if s.said != 0 {
		v.Claims = []engine.Claim{{Bonus: s.said}}
	}
	return v
}

// TestPlay: one row is one rule of the play of tricks.
func TestPlay(t *testing.T) {
	tests := []scene{
		{name: "a king goes home on a low lead", hand: "H2 HK V", led: "H4", want: "HK"},
		{name: "a queen goes home too", hand: "H2 HQ V", led: "HC", want: "HQ"},
		{name: "what can't win is given away lean", hand: "HC H3 HQ V", led: "HK", want: "H3"},
		{name: "no tarock and no suit: the leanest card", hand: "DQ D4 SK", led: "V", want: "D4"},
		{name: "the Pagat takes a suit trick home", hand: "I V XX", led: "HQ", want: "I"},
		{name: "the Pagat stays for the last trick when tarocks are many",
			hand: "I V X XIII XIV XV XVI XVIII XX XXI SKUS", led: "HQ", want: "V"},
		{name: "an announced Pagat stays however few tarocks", hand: "I V H4", led: "DK", said: engine.Pagat, want: "V"},
		{name: "an announced Uhu wins the last trick but one", hand: "II XX", led: "HK", said: engine.Uhu, want: "II"},
		{name: "an announced Uhu is played to its trick from the lead", hand: "II XX", said: engine.Uhu, want: "II"},
		{name: "an announced bird alone must go", hand: "II H4 HK", led: "V", said: engine.Uhu, want: "II"},
		{name: "a tarock trick is taken as low as possible", hand: "VI XII XX", led: "X", want: "XII"},
		{name: "the Mond goes home while the Sküs may catch it", hand: "VI XII XXI", led: "X", want: "XXI"},
		{name: "the Mond waits once the Sküs is gone", hand: "VI XII XXI", led: "X", gone: "V SKUS", want: "XII"},
		{name: "the Sküs catches the Mond", hand: "VI XII SKUS", led: "XXI", want: "SKUS"},
		{name: "the Pagat doesn't go under", hand: "I VI", led: "X", want: "VI"},
		{name: "the Pagat is given up before the last trick, where it would be caught", hand: "I VI", led: "X",
			gone: "H1 H2 HV HC HQ HK D1 D2 D3 D4 DV DC DQ DK S7 S8 S9 S10 SV SC SQ SK C7 C8 C9 C10", want: "I"},
		{name: "it isn't while cards lie face down", hand: "I VI", led: "X", down: 2,
			gone: "H1 H2 HV HC HQ HK D1 D2 D3 D4 DV DC DQ DK S7 S8 S9 S10 SV SC SQ SK C7 C8 C9 C10", want: "VI"},
		{name: "an announced Pagat waits for the last card face down", hand: "I V", led: "DK", down: 1, said: engine.Pagat, want: "V"},
		{name: "an announced Uhu isn't due while cards lie face down", hand: "II XX", led: "HK", down: 2, said: engine.Uhu, want: "XX"},
		{name: "a king is led before it is caught", hand: "HK V H4 D4 D3 VII", want: "HK"},
		{name: "no king into a suit the rival lacks", hand: "HK V VI VII VIII S7", gone: "H4 X", want: "S7"},
		{name: "long tarocks are led from above", hand: "X XI XII XV XVII XVIII XX SKUS H4", want: "SKUS"},
		{name: "not the Mond while the Sküs is out", hand: "X XI XII XV XVII XVIII XX XXI H4", want: "XX"},
		{name: "few tarocks: a low card that costs the rival one", hand: "V VI XX H4 H3 H2", want: "H4"},
		{name: "nothing but tarocks: a low one, no honour and no bird", hand: "I II VII XX", want: "VII"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.view(t)
			from := v.Cards
			if v.Trick.N > 0 {
				from = from.Follow(v.Trick.Cards[0])
			}
			p := engine.Prompt{Pick: engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: from}}
			if got := robot.Medium.New().Act(v, p, nil)[0]; got.String() != "play "+tt.want {
				t.Errorf("got %q, want %s", got, tt.want)
			}
		})
	}
}

// played is what seat 0 of three plays to the trick, which may be empty.
func played(t *testing.T, table engine.PublicView, hand, from, trick string) string {
	t.Helper()
	v := engine.View{PublicView: table}
	v.Cards = cards(t, hand)
	n := v.Cards.Len()
	v.HandSize = []int{n, n, n}
	for _, code := range strings.Fields(trick) {
		v.Trick.Cards[v.Trick.N] = cards(t, code).Lowest()
		v.Trick.N++
	}
	p := engine.Prompt{Pick: engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: cards(t, from)}}
	return robot.Medium.New().Act(v, p, nil)[0].Cards.String()
}

// TestAvoid: three seats, and the most points lose.
func TestAvoid(t *testing.T) {
	tests := []struct {
		name, hand, from string
		trick            string // cards so far
		want             string
	}{
		{"leads what counts least", "HK H3 V XX DQ", "HK H3 V XX DQ", "", "V"},
		{"gives the fattest away where it can't win", "HQ HC H3 V", "HQ HC H3", "HK", "HQ"},
		{"takes what it must as low as possible", "V X XX", "V X XX", "III", "V"},
		{"as the last with the highest", "V X XX", "V X XX", "III IIII", "XX"},
		{"follows low where it may", "HQ H3 V", "HQ H3", "HC", "H3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := engine.PublicView{Contract: engine.Trischaken, Declarer: engine.Nobody}
			if got := played(t, table, tt.hand, tt.from, tt.trick); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestPartner: three seats, the player at 0 and a partner at 2 against the
// declarer at 1.
func TestPartner(t *testing.T) {
	tests := []struct {
		name, hand, from string
		lead             engine.Seat
		trick            string // cards so far
		want             string
	}{
		{"the fattest card on a trick that is the partner's", "H4 HQ HV X", "H4 HQ HV", 1, "H2 HK", "HQ"},
		{"the Pagat, too", "I V XX S7", "I V XX", 1, "H2 HK", "I"},
		{"else the lowest tarock, not the highest", "V XI XX S7", "V XI XX", 1, "H2 HK", "V"},
		{"not the Mond, though it counts", "V XXI S7", "V XXI", 1, "VI XX", "V"},
		{"the lowest on the declarer's own", "H4 HQ HV X", "H4 HQ HV", 1, "HK H2", "H4"},
		{"no high tarock on a partner's that is as good", "V XIX XX S7", "V XIX XX", 2, "XVIII", "V"},
		{"but the Sküs, which nothing beats, on a low one", "V SKUS S7", "V SKUS", 2, "VII", "SKUS"},
		{"before the declarer the partner's king is left alone", "H4 HQ X", "H4 HQ", 2, "HK", "H4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := engine.PublicView{Contract: engine.Dreiblatt, Declarer: 1, Packet: 3, Taken: 0, Trick: engine.Trick{Lead: tt.lead}}
			if got := played(t, table, tt.hand, tt.from, tt.trick); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestExposed: the declarer brings the Mond home past the Sküs only where nobody
// plays after.
func TestExposed(t *testing.T) {
	for _, tt := range []struct {
		lead        engine.Seat
		trick, want string
	}{{2, "VII", "XII"}, {1, "VII VIII", "XXI"}} {
		table := engine.PublicView{Contract: engine.Dreiblatt, Declarer: 0, Packet: 3, Taken: 0, Trick: engine.Trick{Lead: tt.lead}}
		if got := played(t, table, "V XII XXI H4", "V XII XXI", tt.trick); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.trick, got, tt.want)
		}
	}
}

// TestLayAway: what goes into the personal talon or away for a packet.
func TestLayAway(t *testing.T) {
	tests := []struct {
		name     string
		hand     string
		min, max int
		want     string
	}{
		{"a queen, not a pip", "V HQ H4 DV D4 SC S7 C8 C7", 1, 1, "HQ"},
		{"a whole suit before a fatter card of a long one", "V HV D4 D3 DC S7 S8 SC CK C8", 1, 1, "HV"},
		{"a pip alone makes a void", "V H4 DV D4 SK S7 CK C8", 1, 1, "H4"},
		{"nothing but what may go, though more is asked", "V VI VII HQ H4", 4, 4, "V VI H4 HQ"},
		{"tarocks stay if they may", "V VI VII HQ H4", 0, 8, "H4 HQ"},
		{"nothing to put away", "V VI VII HK", 0, 8, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := engine.View{PublicView: engine.PublicView{Declarer: engine.Nobody, HandSize: []int{16, 16}}}
			v.Cards = cards(t, tt.hand)
			p := engine.Prompt{Pick: engine.Pick{Verb: engine.Exchange, Min: tt.min, Max: tt.max, From: v.Cards &^ card.Honours}}
			if got := robot.Medium.New().Act(v, p, nil)[0]; got.Cards.String() != tt.want {
				t.Errorf("got %v, want %s", got.Cards, tt.want)
			}
		})
	}
}

// TestPacket: the packet that makes the best hand.
func TestPacket(t *testing.T) {
	tests := []struct{ name, talon, want string }{
		{"the Mond", "H4 H3 D4 D3 XXI V", "talon 1"},
		{"a queen to put away rather than pips", "HQ H3 D4 D3 H2 D2", "talon 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := engine.View{PublicView: engine.PublicView{Packet: 3, Taken: -1, HandSize: []int{16, 16}}}
			v.Cards = cards(t, "I II VII VIII X XI XII XV XVI HK DK SK S7 CK C7 C8")
			for _, code := range strings.Fields(tt.talon) {
				v.Talon = append(v.Talon, cards(t, code).Lowest())
			}
			p := engine.Prompt{Choices: []engine.Action{{Verb: engine.Talon}, {Verb: engine.Talon, N: 1}}}
			if got := robot.Medium.New().Act(v, p, nil)[0]; got.String() != tt.want {
				t.Errorf("got %q, want %s", got, tt.want)
			}
		})
	}
}
