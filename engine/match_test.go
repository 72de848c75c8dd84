package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
)

func TestCutForDeal(t *testing.T) {
	tests := []struct {
		name, drawn string
		want        engine.Seat
		ok          bool
	}{
		{"higher tarock", "V XX", 1, true},
		{"tarock before king", "HK I", 1, true},
		{"king before queen", "HK SQ", 0, true},
		{"two kings", "HK SK", 0, false},
		{"two pips", "H1 S10", 0, false},
		{"cavalier before valet", "DV CC", 1, true},
		{"three, the best tie", "HK D2 SK", 0, false},
		{"three, the others tie", "HQ DK SQ", 1, true},
		{"three, a tie overtaken", "HQ SQ DK", 2, true},
	}
	for _, tt := range tests {
		var drawn []card.Card
		for code := range strings.FieldsSeq(tt.drawn) {
			c, err := card.Parse(code)
			if err != nil {
				t.Fatal(err)
			}
			drawn = append(drawn, c)
		}
		if got, ok := engine.CutForDeal(drawn); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: got %d, %v, want %d, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestLengthStanding(t *testing.T) {
	tests := []struct {
		name    string
		first   engine.Seat
		scores  [][]int
		totals  []int
		dealer  engine.Seat
		over    bool
		winners []engine.Seat
	}{
		{"before the first deal", 1, nil, []int{0, 0}, 1, false, nil},
		{"a thrown-in deal passes the deal on", 1, [][]int{{0, 0}}, []int{0, 0}, 0, false, nil},
		{"one to go", 0, [][]int{{3, -3}, {6, -6}, {-1, 1}}, []int{8, -8}, 1, false, nil},
		{"won", 0, [][]int{{3, -3}, {6, -6}, {-1, 1}, {-9, 9}}, []int{-1, 1}, 0, true, []engine.Seat{1}},
		{"shared", 0, [][]int{{3, -3}, {6, -6}, {0, 0}, {-9, 9}}, []int{0, 0}, 0, true, []engine.Seat{0, 1}},
	}
	for _, tt := range tests {
		var done []engine.Result
		for _, score := range tt.scores {
			done = append(done, engine.Result{Score: score})
		}
		s := engine.LengthScore(engine.Setup{Length: 4, First: tt.first}, 2, done)
		winners := slices.Collect(s.Winners.All())
		if !slices.Equal(s.Totals, tt.totals) || s.Dealer != tt.dealer || s.Over != tt.over || !slices.Equal(winners, tt.winners) {
			t.Errorf("%s: got %+v, want %+v", tt.name, s, tt)
		}
	}
}

// TestSeriesStanding: a series to 100 with 10 extra (R22).
func TestSeriesStanding(t *testing.T) {
	redealt := engine.Result{Score: []int{0, 0, 0}, End: engine.End{Reason: engine.Redealt}}
	deal := func(a, b, c int) engine.Result { return engine.Result{Score: []int{a, b, c}} }
	tests := []struct {
		name    string
		done    []engine.Result
		totals  []int
		dealer  engine.Seat
		over    bool
		winners []engine.Seat
	}{
		{"before the first deal", nil, []int{0, 0, 0}, 1, false, nil},
		{"thrown in: the deal passes on", []engine.Result{deal(0, 0, 0)}, []int{0, 0, 0}, 2, false, nil},
		{"redealt: the same dealer", []engine.Result{deal(5, 0, 0), redealt, redealt}, []int{5, 0, 0}, 2, false, nil},
		{"one short", []engine.Result{deal(99, 0, -10)}, []int{99, 0, -10}, 2, false, nil},
		{"reached", []engine.Result{deal(60, 0, 0), deal(40, 7, 0)}, []int{110, 7, 0}, 0, true, []engine.Seat{0}},
		{"two reach it, both get more", []engine.Result{deal(120, 100, 99)}, []int{130, 110, 99}, 2, true, []engine.Seat{0}},
		{"shared", []engine.Result{deal(104, 0, 104)}, []int{114, 0, 114}, 2, true, []engine.Seat{0, 2}},
	}
	for _, tt := range tests {
		s := engine.ScoreOf(engine.Setup{First: 1}, 3, tt.done)
		winners := slices.Collect(s.Winners.All())
		if !slices.Equal(s.Totals, tt.totals) || s.Dealer != tt.dealer || s.Over != tt.over || !slices.Equal(winners, tt.winners) {
			t.Errorf("%s: got %+v, want %+v", tt.name, s, tt)
		}
	}
}

func TestSetupCheck(t *testing.T) {
	tests := []struct {
		name  string
		setup engine.Setup
		want  string // part of the error, "" if it is good
	}{
		{"good", engine.Setup{Rules: kosakeln.Bamberger, Length: 4}, ""},
		{"an option", engine.Setup{Rules: kosakeln.Bamberger, Length: 4, Options: engine.Options{"contra": "on"}}, ""},
		{"no such rules", engine.Setup{Rules: "skat", Length: 4}, "no rule set"},
		{"no such option", engine.Setup{Rules: kosakeln.Spieleversum, Length: 4, Options: engine.Options{"contra": "on"}}, "no option"},
		{"no such value", engine.Setup{Rules: kosakeln.Bamberger, Length: 4, Options: engine.Options{"contra": "maybe"}}, "no value"},
		{"no such length", engine.Setup{Rules: kosakeln.Bamberger, Length: 3}, "3 deals"},
	}
	for _, tt := range tests {
		got, err := tt.setup.Check(kosakeln.Game)
		if tt.want == "" && (err != nil || len(got.Options) != 2 || got.Options["exchange"] != "classic") {
			t.Errorf("%s: got %v, %v, want complete options", tt.name, got, err)
		}
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestMatch plays a match of two resigned deals: who deals, what counts, when
// it is over.
func TestMatch(t *testing.T) {
	m := &engine.Match{Game: kosakeln.Game, Setup: engine.Setup{Rules: kosakeln.Spieleversum, Length: 2, First: 1}}
	for i, dealer := range []engine.Seat{1, 0} {
		if err := m.NextDeal(card.Full.Cards()); err != nil {
			t.Fatal(err)
		}
		if got := m.Deal.PublicView().Dealer; got != dealer {
			t.Errorf("deal %d is dealt by %d, want %d", i, got, dealer)
		}
		if m.EndDeal() {
			t.Error("a running deal was counted")
		}
		if err := m.NextDeal(card.Full.Cards()); !errors.Is(err, engine.ErrNoDeal) {
			t.Errorf("a deal over a running one: %v", err)
		}
		if _, err := m.Deal.Act(0, engine.Say(engine.Resign, 0)); err != nil {
			t.Fatal(err)
		}
		if !m.EndDeal() || m.EndDeal() {
			t.Error("a finished deal counts once")
		}
	}
	s := m.Score()
	if !s.Over || !slices.Equal(s.Totals, []int{-6, 6}) || s.Winners != engine.Seat(1).Bit() {
		t.Errorf("standing %+v, want 1 to have won by 6", s)
	}
	if err := m.NextDeal(card.Full.Cards()); !errors.Is(err, engine.ErrNoDeal) {
		t.Errorf("a deal after the match: %v", err)
	}
}

// TestLeftMatch: who left has lost, and of the others the highest total wins.
func TestLeftMatch(t *testing.T) {
	seats := func(all ...engine.Seat) (set engine.Seats) {
		for _, s := range all {
			set |= s.Bit()
		}
		return set
	}
	two, three := engine.Setup{Rules: kosakeln.Spieleversum, Length: 4}, engine.Setup{Rules: illustrated.Beck}
	tests := []struct {
		name    string
		game    engine.Game
		setup   engine.Setup
		score   []int
		left    engine.Seats
		winners engine.Seats
	}{
		{"one of two", kosakeln.Game, two, []int{50, -50}, seats(0), seats(1)},
		{"one of three", illustrated.Game, three, []int{90, 20, 30}, seats(0), seats(2)},
		{"one of three, the others level", illustrated.Game, three, []int{90, 30, 30}, seats(0), seats(1, 2)},
		{"two of three", illustrated.Game, three, []int{90, -20, 30}, seats(0, 2), seats(1)},
	}
	for _, tt := range tests {
		m := &engine.Match{Game: tt.game, Setup: tt.setup, Done: []engine.Result{{Score: tt.score}}, Left: tt.left}
		if s := m.Score(); !s.Over || s.Winners != tt.winners || !slices.Equal(s.Totals, tt.score) {
			t.Errorf("%s: standing %+v, want winners %b", tt.name, s, tt.winners)
		}
	}
}

// TestRedealt: a deal that is over before anybody is asked is kept like others,
// and the same dealer deals again.
func TestRedealt(t *testing.T) {
	m := &engine.Match{Game: illustrated.Game, Setup: engine.Setup{Rules: illustrated.Loew, First: 2}}
	if err := m.NextDeal(bareDeck()); err != nil {
		t.Fatal(err)
	}
	result := m.Deal.Result()
	if result == nil || result.End.Reason != engine.Redealt || m.Deal.Waiting() != 0 {
		t.Fatalf("result %+v, waiting for %b", result, m.Deal.Waiting())
	}
	if hand := m.Deal.PublicView().Shown[result.End.Seat]; hand.Len() != 16 || hand&card.AllTarocks != 0 {
		t.Errorf("seat %d shows %s", result.End.Seat, hand)
	}
	if !m.EndDeal() {
		t.Fatal("the deal isn't over")
	}
	if s := m.Score(); s.Dealer != 2 || s.Played != 0 || s.Over {
		t.Errorf("standing %+v, want the same dealer and no deal counted", s)
	}
}

// bareDeck gives the third hand no tarock.
func bareDeck() (deck []card.Card) {
	suits, tarocks := card.PlainSuits.Cards(), card.AllTarocks.Cards()
	deck, suits = append(deck, suits[:6]...), suits[6:] // the talon
	for range 4 {
		if len(tarocks) >= 8 {
			deck, tarocks = append(deck, tarocks[:8]...), tarocks[8:]
		} else {
			deck = append(append(deck, tarocks...), suits[:8-len(tarocks)]...)
			suits, tarocks = suits[8-len(tarocks):], nil
		}
		deck, suits = append(deck, suits[:4]...), suits[4:]
	}
	return deck
}
