package engine

import (
	"strings"
	"testing"

	"tarockbot/engine/card"
)

func cardsOf(t *testing.T, codes string) card.Set {
	t.Helper()
	s, err := card.ParseSet(strings.Fields(codes))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Commas separate the tricks.
func tricksOf(t *testing.T, tricks int, cards string) TrickPlay {
	t.Helper()
	p := StartTricks([MaxSeats]card.Set{}, 3, tricks, 0)
	for _, code := range strings.Fields(strings.ReplaceAll(cards, ",", "")) {
		p.Play(cardsOf(t, code).Lowest())
	}
	return p
}

func TestTrickPlay(t *testing.T) {
	tests := []struct {
		name   string
		hands  []string
		trick  string // from seat 1
		winner Seat
	}{
		{"higher of the suit", []string{"HK", "HQ"}, "HQ HK", 0},
		{"lower of the suit", []string{"H1", "HV"}, "HV H1", 1},
		{"tarock on a suit", []string{"I", "HK"}, "HK I", 0},
		{"higher tarock", []string{"XX", "XXI"}, "XXI XX", 1},
		{"another suit never wins", []string{"SK", "D4"}, "D4 SK", 1},
		{"three: highest of the suit", []string{"D1", "D2", "DK"}, "D2 DK D1", 2},
		{"three: second tarock", []string{"V", "D2", "II"}, "D2 II V", 0},
	}
	for _, tt := range tests {
		var hands [MaxSeats]card.Set
		for i, h := range tt.hands {
			hands[i] = cardsOf(t, h)
		}
		p := StartTricks(hands, len(tt.hands), 1, 1)
		for i, code := range strings.Fields(tt.trick) {
			c := cardsOf(t, code).Lowest()
			if !p.Playable().Has(c) {
				t.Fatalf("%s: %s isn't playable", tt.name, c)
			}
			if complete := p.Play(c); complete != (i == len(tt.hands)-1) {
				t.Errorf("%s: after %s: complete %v", tt.name, c, complete)
			}
		}
		if p.Turn != tt.winner || p.WonTricks[tt.winner] != 1 || p.WonCards[tt.winner].Len() != len(tt.hands) {
			t.Errorf("%s: taken by %d, want %d", tt.name, p.Turn, tt.winner)
		}
		if by := p.Tricks[0].By(p.Tricks[0].BestIndex(), len(tt.hands)); by != tt.winner || len(p.Tricks) != 1 {
			t.Errorf("%s: Best gives seat %d, want %d", tt.name, by, tt.winner)
		}
	}
}

func TestPlayable(t *testing.T) {
	tests := []struct {
		name, led, hand, want string
		why                   Name
	}{
		{"follow", "HK", "H4 D2 I", "H4", MustFollow},
		{"tarock", "HK", "D2 I XX", "I XX", MustTrump},
		{"no such suit, no tarock", "HK", "D2 S7", "D2 S7", ""},
		{"only tarocks in hand", "HK", "I XX", "I XX", ""},
		{"tarock led", "V", "I D2", "I", MustFollow},
		{"tarock led, no tarock held", "V", "D2 S7", "D2 S7", ""},
	}
	for _, tt := range tests {
		p := StartTricks([MaxSeats]card.Set{cardsOf(t, tt.led), cardsOf(t, tt.hand)}, 2, 2, 0)
		p.Play(cardsOf(t, tt.led).Lowest())
		if got := p.Playable().String(); got != tt.want || p.Duty(p.Playable()) != tt.why {
			t.Errorf("%s: playable %s (%s), want %s (%s)", tt.name, got, p.Duty(p.Playable()), tt.want, tt.why)
		}
	}
}

func TestBeating(t *testing.T) {
	tests := []struct{ name, played, cards, want string }{
		{"leading", "", "H4 I", "I H4"},
		{"higher of the suit, and any tarock", "HV", "H4 HC DK I", "I HC"},
		{"a tarock already played", "HV V", "HK IIII VI DK", "VI"},
		{"nothing beats the Skus", "SKUS", "XXI HK", ""},
	}
	for _, tt := range tests {
		p := tricksOf(t, 1, tt.played)
		if got := p.Beating(cardsOf(t, tt.cards)).String(); got != tt.want {
			t.Errorf("%s: beating %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestDiscardLaw(t *testing.T) {
	tests := []struct {
		name, hand string
		n          int
		from, must string
		why        Name
	}{
		{"enough plain cards", "I V HK H4 D2 S7", 3, "H4 D2 S7", "", EnoughOtherCards},
		{"one plain card short", "I V VI HK H4 D2", 3, "V VI H4 D2", "H4 D2", NoHonours},
		{"no plain cards", "I V VI XX SKUS DK", 2, "V VI XX", "", NoHonours},
	}
	for _, tt := range tests {
		p := DiscardLaw(Discard, cardsOf(t, tt.hand), tt.n)
		if p.From != cardsOf(t, tt.from) || p.Must != cardsOf(t, tt.must) || p.Min != tt.n || p.Max != tt.n || p.Reason != tt.why {
			t.Errorf("%s: got %+v, want %s with %s (%s)", tt.name, p, tt.from, tt.must, tt.why)
		}
	}
}

func TestTakePacket(t *testing.T) {
	dealt := []card.Card{0, 1, 2, 3, 4, 5}
	tests := []struct {
		size, i int
		want    string
	}{
		{3, 0, "I II III"}, {3, 1, "IIII V VI"},
		{2, 0, "I II"}, {2, 2, "V VI"},
		{1, 0, "I"}, {1, 5, "VI"},
	}
	for _, tt := range tests {
		r := TalonRound{Talon: LayTalon(dealt)}
		r.Talon.PacketSize = tt.size
		r.TakePacket(0, tt.i)
		if got := r.Talon.Packet.String(); got != tt.want || r.Talon.Packet != r.Hands[0] || r.Talon.Packet|r.Talon.Untaken() != card.SetOf(dealt...) {
			t.Errorf("packet %d of %d cards is %s, want %s", tt.i, tt.size, got, tt.want)
		}
	}
}

func TestPromptAllows(t *testing.T) {
	p := Prompt{Choices: []Action{Say(Pass, 0)}, Pick: Pick{Verb: Discard, Min: 1, Max: 2, Must: 1, From: 7}}
	tests := []struct {
		name   string
		action Action
		want   bool
	}{
		{"a word", Say(Pass, 0), true},
		{"another word", Say(Hold, 0), false},
		{"the required card alone", Action{Verb: Discard, Cards: 1}, true},
		{"with another card", Action{Verb: Discard, Cards: 3}, true},
		{"without the required card", Action{Verb: Discard, Cards: 6}, false},
		{"too many", Action{Verb: Discard, Cards: 7}, false},
		{"too few", Action{Verb: Discard}, false},
		{"a card not in From", Action{Verb: Discard, Cards: 9}, false},
		{"with a word too", Action{Verb: Discard, Cards: 1, Word: TheGame}, false},
		{"with a number too", Action{Verb: Discard, Cards: 1, N: 1}, false},
		{"another verb", Action{Verb: Exchange, Cards: 1}, false},
	}
	for _, tt := range tests {
		if got := p.Allows(tt.action); got != tt.want {
			t.Errorf("%s: allowed %v, want %v", tt.name, got, tt.want)
		}
	}
}
