package duel

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// newConfig has no clock, so that all times are 0.
func newConfig(t *testing.T, rules, a, b string, deals int) Config {
	t.Helper()
	game, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	newA, okA := PlayerByName(a, false)
	newB, okB := PlayerByName(b, false)
	if !okA || !okB {
		t.Fatalf("no player %s or %s", a, b)
	}
	return Config{Game: game, Rules: rules, A: newA, B: newB, Deals: deals, Seed: 3}
}

func mustRun(t *testing.T, c Config) Report {
	t.Helper()
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEqualPlayersScoreZero(t *testing.T) {
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			r := mustRun(t, newConfig(t, rules.ID, "medium", "medium", 50))
			if math.Abs(r.Score.Value) > 1e-9 || math.Abs(r.Points.Value) > 1e-9 || r.Score.N != 50 {
				t.Errorf("%s: medium against itself: %+v game points, %+v card points, want 0", rules.ID, r.Score, r.Points)
			}
		}
	}
}

func TestReportIsReproducible(t *testing.T) {
	c := newConfig(t, "illustrated/beck", "medium", "easy", 60)
	first, second := mustRun(t, c), mustRun(t, c)
	if !reflect.DeepEqual(first, second) {
		t.Errorf("first\n%+v\nsecond\n%+v", first, second)
	}
	if c.Seed++; reflect.DeepEqual(mustRun(t, c).Score, first.Score) {
		t.Error("another seed gives the same score")
	}
}

func TestScoreAndPoints(t *testing.T) {
	c := newConfig(t, "illustrated/loew", "medium", "easy", 5)
	got := mustRun(t, c)
	var scores, points []float64
	w := newWorker(&c)
	for n := range c.Deals {
		var score, point float64
		for a := range engine.Seat(3) {
			cards, err := w.cards(n)
			if err != nil {
				t.Fatal(err)
			}
			deal, err := engine.NewDeal(c.Game, c.Rules, nil, cards)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.play(deal, n, a); err != nil {
				t.Fatal(err)
			}
			r, thirds := deal.Result(), deal.PublicView().Thirds
			b, d := (a+1)%3, (a+2)%3
			score += float64(r.Score[a]) - float64(r.Score[b]+r.Score[d])/2
			point += float64(thirds[a])/3 - float64(thirds[b]+thirds[d])/6
		}
		scores, points = append(scores, score/3), append(points, point/3)
	}
	if want := mean(scores); math.Abs(got.Score.Value-want.Value) > 1e-9 || math.Abs(got.Score.SD-want.SD) > 1e-9 {
		t.Errorf("game points %+v, want %+v", got.Score, want)
	}
	if want := mean(points); math.Abs(got.Points.Value-want.Value) > 1e-9 {
		t.Errorf("card points %+v, want %+v", got.Points, want)
	}
}

func TestMean(t *testing.T) {
	m := mean([]float64{1, 2, 3, 6})
	if sd := math.Sqrt(14. / 3); m.Value != 3 || math.Abs(m.SD-sd) > 1e-12 || math.Abs(m.HalfInterval-1.96*sd/2) > 1e-12 || m.N != 4 {
		t.Errorf("%+v", m)
	}
	if m := mean([]float64{5}); m != (Mean{Value: 5, N: 1}) {
		t.Errorf("mean of one figure: %+v", m)
	}
}

func TestTimesOf(t *testing.T) {
	times := make([]int64, 100)
	for i := range times {
		times[i] = int64(100 - i)
	}
	if got := timesOf(times); got != (Times{P50: 50, P99: 99, Max: 100, N: 100}) {
		t.Errorf("%+v", got)
	}
}

func TestTimesWithClock(t *testing.T) {
	c := newConfig(t, "kosakeln/bamberger", "medium", "easy", 1)
	var now int64
	c.Now = func() int64 { now++; return now }
	if r := mustRun(t, c); r.A.Time.N == 0 || r.A.Time.Max != 1 {
		t.Errorf("A has the times %+v", r.A.Time)
	}
	c.Now = nil
	if r := mustRun(t, c); r.A.Time.N == 0 || r.A.Time.Max != 0 {
		t.Errorf("without a clock, A has the times %+v", r.A.Time)
	}
}

func TestTallyAddsDeal(t *testing.T) {
	a, b := newTally(), newTally()
	table := engine.PublicView{
		Claims: []engine.Claim{{Seat: 0, Bonus: engine.TheGame}, {Seat: 0, Bonus: engine.Pagat}, {Seat: 1, Bonus: engine.Uhu}, {Seat: 0, Bonus: engine.Absolute}},
		Result: &engine.Result{Declarer: 0, Contract: engine.Solo, Items: []engine.Item{
			{Item: engine.TheGame, By: 0, Won: true}, {Item: engine.Pagat, By: 0, Won: true}, {Item: engine.Uhu, By: 1}, {Item: engine.Absolute, By: 0}}},
	}
	a.addDeal(&table, 0)
	b.addDeal(&table, 1)
	won, lost := Attempts{Won: 1}, Attempts{Lost: 1}
	if want := map[engine.Word]Attempts{engine.Solo: won}; !reflect.DeepEqual(a.contracts, want) || len(b.contracts) != 0 {
		t.Errorf("contracts %v and %v", a.contracts, b.contracts)
	}
	if want := map[engine.Word]Attempts{engine.Pagat: won, engine.Absolute: lost}; !reflect.DeepEqual(a.announcements, want) {
		t.Errorf("A announced %v", a.announcements)
	}
	if want := map[engine.Word]Attempts{engine.Uhu: lost}; !reflect.DeepEqual(b.announcements, want) {
		t.Errorf("B announced %v", b.announcements)
	}
}

func TestCardsOnly(t *testing.T) {
	c := newConfig(t, CardsOnlyRules, "medium", "easy", 40)
	c.CardsOnly, c.Options = true, CardsOnlyOptions()
	r := mustRun(t, c)
	for name, s := range map[string]SideReport{"A": r.A, "B": r.B} {
		if solo := s.Contracts[engine.Solo]; len(s.Contracts) != 1 || solo.Won+solo.Lost != 40 {
			t.Errorf("%s played %v, want 40 Solos", name, s.Contracts)
		}
		if len(s.Announcements) != 0 {
			t.Errorf("%s announced %v", name, s.Announcements)
		}
	}
}

type cheat struct{}

func (cheat) Act(*engine.Deal, engine.Seat, *dice.Dice) []engine.Action {
	return []engine.Action{engine.Play(card.Skus)}
}

func TestRunErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		change  func(*Config)
		refusal bool
	}{
		"a cheat":                       {func(c *Config) { c.B = func() Player { return cheat{} } }, true},
		"rules of another game":         {func(c *Config) { c.Rules = "illustrated/beck" }, false},
		"an unknown option":             {func(c *Config) { c.Options = engine.Options{"exchange": "never"} }, false},
		"cards only with other options": {func(c *Config) { c.CardsOnly = true }, false},
		"cards only by other rules":     {func(c *Config) { c.CardsOnly, c.Rules = true, "kosakeln/beck" }, false},
	} {
		c := newConfig(t, "kosakeln/bamberger", "medium", "easy", 10)
		tt.change(&c)
		if _, err := Run(t.Context(), c); err == nil || errors.As(err, new(*engine.Refusal)) != tt.refusal {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Run(ended, newConfig(t, "kosakeln/bamberger", "medium", "easy", 10)); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

func TestPlayerByName(t *testing.T) {
	for _, level := range robot.Levels() {
		if _, ok := PlayerByName(string(level), true); !ok {
			t.Errorf("no player %s", level)
		}
	}
	if _, ok := PlayerByName("grandmaster", false); ok {
		t.Error("PlayerByName accepts an unknown name")
	}
}
