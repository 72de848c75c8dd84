package robot_test

import (
	"slices"
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

// TestPlayOfThree: what seat 0 of three plays to a trick: in Trischaken, where the most points lose; against the
// declarer at 1, with a partner at 2; and as the declarer.
func TestPlayOfThree(t *testing.T) {
	const (
		avoids engine.Seat = engine.Nobody // nobody declares Trischaken
		own    engine.Seat = 0
		other  engine.Seat = 1
	)
	tests := []struct {
		name           string
		declarer, lead engine.Seat
		hand, from     string
		trick          string // cards so far
		want           string
	}{
		{"leads what counts least", avoids, 0, "HK H3 V XX DQ", "HK H3 V XX DQ", "", "V"},
		{"gives the fattest away where it can't win", avoids, 0, "HQ HC H3 V", "HQ HC H3", "HK", "HQ"},
		{"takes what it must as low as possible", avoids, 0, "V X XX", "V X XX", "III", "V"},
		{"as the last with the highest", avoids, 0, "V X XX", "V X XX", "III IIII", "XX"},
		{"follows low where it may", avoids, 0, "HQ H3 V", "HQ H3", "HC", "H3"},
		{"the fattest card on a trick that is the partner's", other, 1, "H4 HQ HV X", "H4 HQ HV", "H2 HK", "HQ"},
		{"the Pagat, too", other, 1, "I V XX S7", "I V XX", "H2 HK", "I"},
		{"else the lowest tarock, not the highest", other, 1, "V XI XX S7", "V XI XX", "H2 HK", "V"},
		{"not the Mond, though it counts", other, 1, "V XXI S7", "V XXI", "VI XX", "V"},
		{"the lowest on the declarer's own", other, 1, "H4 HQ HV X", "H4 HQ HV", "HK H2", "H4"},
		{"no high tarock on a partner's that is as good", other, 2, "V XIX XX S7", "V XIX XX", "XVIII", "V"},
		{"but the Sküs, which nothing beats, on a low one", other, 2, "V SKUS S7", "V SKUS", "VII", "SKUS"},
		{"before the declarer the partner's king is left alone", other, 2, "H4 HQ X", "H4 HQ", "HK", "H4"},
		{"no Mond past the Sküs while somebody plays after", own, 2, "V XII XXI H4", "V XII XXI", "VII", "XII"},
		{"the Mond past the Sküs as the last", own, 1, "V XII XXI H4", "V XII XXI", "VII VIII", "XXI"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := engine.View{PublicView: engine.PublicView{Contract: engine.Dreiblatt, Declarer: tt.declarer, Packet: 3, Trick: engine.Trick{Lead: tt.lead}}}
			if tt.declarer == avoids {
				v.Contract, v.Packet = engine.Trischaken, 0
			}
			v.Cards = cards(t, tt.hand)
			v.HandSize = slices.Repeat([]int{v.Cards.Len()}, 3)
			for _, code := range strings.Fields(tt.trick) {
				v.Trick.Cards[v.Trick.N] = cards(t, code).Lowest()
				v.Trick.N++
			}
			p := engine.Prompt{Pick: engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: cards(t, tt.from)}}
			if got := robot.Medium.New().Act(v, p, nil)[0].Cards.String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
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
