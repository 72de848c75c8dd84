package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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

func TestMatchScores(t *testing.T) {
	two, three := kosakeln.Game, illustrated.Game
	fourDeals := engine.Setup{Rules: kosakeln.Bamberger, Length: 4}
	series := engine.Setup{Rules: illustrated.Loew, First: 1}
	beck := engine.Setup{Rules: kosakeln.Beck, First: 1}
	threeDeals := engine.Setup{Rules: illustrated.Beck, Length: 3, First: 1}
	tests := []struct {
		name   string
		game   engine.Game
		setup  engine.Setup
		scores string
		want   string
	}{
		{"before the first deal", two, fourDeals, "", "[0 0], 4 to play, 0 deals"},
		{"a thrown-in deal passes the deal on", two, fourDeals, "0 0", "[0 0], 3 to play, 1 deals"},
		{"one deal to go", two, fourDeals, "3 -3, 6 -6, -1 1", "[8 -8], 1 to play, 1 deals"},
		{"won", two, fourDeals, "3 -3, 6 -6, -1 1, -9 9", "[-1 1], won by [1]"},
		{"shared", two, fourDeals, "3 -3, 6 -6, 0 0, -9 9", "[0 0], won by [0 1]"},
		{"a redealt deal doesn't count", three, threeDeals, "104 0 0, redealt, 0 110 30", "[104 110 30], 1 to play, 0 deals"},
		{"over after its deals, without extras", three, threeDeals, "104 0 0, redealt, 0 110 30, 6 0 0", "[110 110 30], won by [0 1]"},
		{"a series", three, series, "", "[0 0 0], 1 deals"},
		{"99 is not enough", three, series, "99 0 0, 0 99 12", "[99 99 12], 0 deals"},
		{"a deal thrown in", three, series, "0 0 0", "[0 0 0], 2 deals"},
		{"a deal redealt", three, series, "redealt, redealt, 0 20 20, redealt", "[0 20 20], 2 deals"},
		{"exactly 100 gets 10 more", three, series, "99 0 0, 1 0 0", "[110 0 0], won by [0]"},
		{"each who has 100 gets more, the highest wins", three, series, "90 95 50, 10 26 0", "[110 131 50], won by [1]"},
		{"a shared series", three, series, "0 60 60, 0 45 45", "[0 115 115], won by [1 2]"},
		{"Trischaken takes away", three, series, "98 0 0, -10 5 10", "[88 5 10], 0 deals"},
		{"Beck's series of two", two, beck, "60 45, 0 0", "[60 45], 1 deals"},
		{"the end of Beck's series of two", two, beck, "60 45, 0 0, 39 60", "[99 115], won by [1]"},
	}
	for _, tt := range tests {
		s := tt.game.Next(tt.setup, resultsOf(t, tt.game.Seats, tt.scores))
		got := fmt.Sprint(s.Totals)
		if s.ToPlay > 0 {
			got += fmt.Sprintf(", %d to play", s.ToPlay)
		}
		if s.Over {
			got += fmt.Sprint(", won by ", slices.Collect(s.Winners.All()))
		} else {
			got += fmt.Sprintf(", %d deals", s.Dealer)
		}
		if got != tt.want || (s.Goal == engine.SeriesGoal) != (tt.setup.Length == 0) {
			t.Errorf("%s: %s, want %s; %+v", tt.name, got, tt.want, s)
		}
	}
}

// In scores, "redealt" stands for a deal dealt again.
func resultsOf(t *testing.T, seats int, scores string) (done []engine.Result) {
	t.Helper()
	for _, text := range strings.FieldsFunc(scores, func(r rune) bool { return r == ',' }) {
		r := engine.Result{Declarer: engine.Nobody, Score: make([]int, seats)}
		if strings.TrimSpace(text) == "redealt" {
			r.End.Reason = engine.Redealt
		} else {
			for i, n := range strings.Fields(text) {
				var err error
				if r.Score[i], err = strconv.Atoi(n); err != nil {
					t.Fatal(err)
				}
			}
		}
		done = append(done, r)
	}
	return done
}

func TestSetupCheck(t *testing.T) {
	tests := []struct {
		name  string
		setup engine.Setup
		want  string // "" for no error
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
			t.Errorf("NextDeal during a deal: %v", err)
		}
		if _, err := m.Deal.Act(0, engine.Say(engine.Resign, 0)); err != nil {
			t.Fatal(err)
		}
		if !m.EndDeal() || m.EndDeal() {
			t.Error("a finished deal was counted twice")
		}
	}
	s := m.Score()
	if !s.Over || !slices.Equal(s.Totals, []int{-6, 6}) || s.Winners != engine.Seat(1).Bit() {
		t.Errorf("score %+v, want seat 1 to win by 6", s)
	}
	if err := m.NextDeal(card.Full.Cards()); !errors.Is(err, engine.ErrNoDeal) {
		t.Errorf("NextDeal after the match: %v", err)
	}
}

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
			t.Errorf("%s: score %+v, want winners %b", tt.name, s, tt.winners)
		}
	}
}

func TestRedealt(t *testing.T) {
	m := &engine.Match{Game: illustrated.Game, Setup: engine.Setup{Rules: illustrated.Loew, First: 2}}
	if err := m.NextDeal(deckWithTarocklessHand()); err != nil {
		t.Fatal(err)
	}
	result := m.Deal.Result()
	if result == nil || result.End.Reason != engine.Redealt || m.Deal.Waiting() != 0 {
		t.Fatalf("result %+v, waiting for %b", result, m.Deal.Waiting())
	}
	if hand := m.Deal.PublicView().ShownHands[result.End.Seat]; hand.Len() != 16 || hand&card.AllTarocks != 0 {
		t.Errorf("seat %d shows %s", result.End.Seat, hand)
	}
	if !m.EndDeal() {
		t.Fatal("EndDeal returned false")
	}
	if s := m.Score(); s.Dealer != 2 || s.Played != 0 || s.Over {
		t.Errorf("score %+v, want the same dealer and no deal counted", s)
	}
}

func deckWithTarocklessHand() (deck []card.Card) {
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
