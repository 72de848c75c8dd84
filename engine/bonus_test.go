package engine

import (
	"slices"
	"testing"

	"tarockbot/engine/card"
)

func TestBonuses(t *testing.T) {
	for b := range Bonuses.All() {
		row := b.Bonus()
		hasFields := map[Making]bool{
			MadeByBird: row.Cards.Len() == 1, MadeByPoints: row.Points > 0, MadeWithout: row.Cards != 0, MadeByAllTricks: true,
			MadeByHolding: row.Needs > 0 && row.Needs <= row.Cards.Len(),
		}
		if !hasFields[row.Making] {
			t.Errorf("%s lacks cards, needs or points: %+v", b, *row)
		}
	}
	if got := slices.Collect((Pagat.Bit() | TwoTrull.Bit() | Valat.Bit()).All()); !slices.Equal(got, []Word{Pagat, Valat, TwoTrull}) {
		t.Errorf("All yields %v", got)
	}
}

func TestHeldIn(t *testing.T) {
	tests := []struct {
		bonus Word
		hand  string
		want  bool
	}{
		{Trull, "I XXI SKUS V", true},
		{Trull, "I XXI V", false},
		{Kings, "HK DK SK CK", true},
		{Kings, "HK DK SK", false},
		{TwoTrull, "I SKUS V", true},
		{TwoTrull, "XXI V", false},
		{TwoTrull, "I XXI SKUS", false},
	}
	for _, tt := range tests {
		if got := tt.bonus.Bonus().HeldIn(cardsOf(t, tt.hand)); got != tt.want {
			t.Errorf("%s in %s: %v, want %v", tt.bonus, tt.hand, got, tt.want)
		}
	}
}

// TestBirds plays three tricks: the Pelikan's, the Uhu's and the Pagat's.
func TestBirds(t *testing.T) {
	tests := []struct {
		name  string
		cards string
		bird  Word
		by    Seat
		taker Seat
	}{
		{"Pagat home", "XX H4 S7, XIX H3 S8, I H2 S9", Pagat, 0, 0},
		{"Pagat beaten", "XX H4 S7, XIX H3 S8, I II S9", Pagat, 0, 1},
		{"another's Pagat", "XX H4 S7, XIX H3 S8, HK S9 I", Pagat, 2, 2},
		{"led by another", "H4 XX S7, XIX H3 S8, II I S9", Pagat, 2, 1},
		{"Pagat too early", "XX H4 S7, I H3 S8, XIX H2 S9", Pagat, Nobody, Nobody},
		{"Uhu home", "XX H4 S7, II H3 S8, XXI H2 S9", Uhu, 0, 0},
		{"Uhu beaten by the third", "XX H4 S7, II H3 III, XXI H2 S9", Uhu, 0, 2},
		{"Pelikan home", "III H4 S7, XX H3 S8, XXI H2 S9", Pelikan, 0, 0},
		{"the Pagat's trick isn't played yet", "XX H4 S7, XIX H3 S8", Pagat, Nobody, Nobody},
	}
	for _, tt := range tests {
		p := tricksOf(t, 3, tt.cards)
		by, taker := p.BirdFell(tt.bird)
		if by != tt.by || taker != tt.taker {
			t.Errorf("%s: by %d, taken by %d; want %d, %d", tt.name, by, taker, tt.by, tt.taker)
		}
		home := tt.by == tt.taker
		for s := range Seat(3) {
			if want := home && s == tt.by; p.BirdMade(tt.bird, s) != want {
				t.Errorf("%s: made by %d: %v, want %v", tt.name, s, p.BirdMade(tt.bird, s), want)
			}
		}
	}
}

func TestBirdWasted(t *testing.T) {
	tests := []struct {
		name, played, hand string
		want               bool
	}{
		{"in hand", "XX H4 S7", "I XIX", false},
		{"in its own trick", "XX H4 S7, XIX H3 S8, I", "", false},
		{"fallen before", "I H4 S7, XIX H3 S8", "XX", true},
		{"in the running trick before its own", "XX H4 S7, I", "XIX", true},
	}
	for _, tt := range tests {
		p := tricksOf(t, 3, tt.played)
		if got := p.birdWasted(Pagat, cardsOf(t, tt.hand)); got != tt.want {
			t.Errorf("%s: wasted %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestVerdictBeforeFirstTrick(t *testing.T) {
	want := map[Making]Verdict{MadeByBird: Undecided, MadeByPoints: Undecided, MadeWithout: Undecided, MadeByAllTricks: Undecided, MadeByHolding: Won, MadeBySaying: Undecided}
	for b := range Word(WordCount) {
		row := b.Bonus()
		if *row == (Bonus{}) {
			continue
		}
		verdict, listed := want[row.Making]
		if !listed {
			t.Errorf("no expected verdict for %s", b)
		}
		play := StartTricks([MaxSeats]card.Set{row.Cards}, 2, 16, 0)
		if got := play.verdict(b, 0, row.Cards, 0); got != verdict {
			t.Errorf("%s: first verdict %d, want %d", b, got, verdict)
		}
	}
}
