package solver_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/engine/solver"
)

const pointsSeed = 15

// TestPoints compares points with an exhaustive search by Deal.Act.
func TestPoints(t *testing.T) {
	n := 40
	if *long {
		n = 10_000
	}
	for _, g := range games.All() {
		most := 5
		if g.Seats == 3 {
			most = 3
			if *long {
				most = 4
			}
		}
		for _, rules := range g.Rules {
			t.Run(rules.ID, func(t *testing.T) {
				s, d := solver.New(1<<10), enginetest.Dice(pointsSeed)
				seen := make(map[string]int)
				for range n {
					deal := randomEnding(t, &d, g, rules, 1+d.Below(most))
					comparePoints(t, s, deal)
					countFeatures(seen, deal)
				}
				t.Logf("%d endings of up to %d tricks: %v", n, most, seen)
			})
		}
	}
}

func countFeatures(seen map[string]int, deal *engine.Deal) {
	for _, c := range deal.PublicView().Claims {
		seen[c.Bonus.String()]++
		if c.Doubled > 0 {
			seen["doubled "+c.Bonus.String()]++
		}
	}
	if len(deal.PublicView().GuardedBirds) > 0 {
		seen["kept birds"]++
	}
	if open, _ := deal.OpenTricks(); open.WordUndecided {
		seen["unclear"]++
	}
	for deal.Waiting() != 0 {
		seat := deal.Waiting().First()
		if _, err := deal.Act(seat, engine.Play(deal.Prompt(seat).Pick.From.Lowest())); err != nil {
			return
		}
	}
	for _, i := range deal.Result().Items {
		if i.Silent || i.Item == engine.PagatCaptured {
			seen["silent "+i.Item.String()]++
		}
	}
}

func dealBeforeTricks(t *testing.T, d *enginetest.Dice, g engine.Game, rules engine.RuleSet) *engine.Deal {
	t.Helper()
	options := engine.Options{}
	for _, o := range rules.Options {
		options[o.ID] = o.Values[d.Below(len(o.Values))]
	}
	deck := rules.Cards().Cards()
	d.Shuffle(deck)
	dealer := engine.Seat(d.Below(g.Seats))
	if d.Below(3) == 0 {
		seat, places := d.Below(g.Seats), g.Places(rules.ID, dealer)
		strong := places.Hands[seat]
		for _, pile := range places.Piles[seat] {
			strong = append(strong, pile...)
		}
		strengthen(deck, strong)
	}
	deal, err := engine.NewDeal(g, rules.ID, options, engine.Cards{Deck: deck, Dealer: dealer})
	if err != nil {
		t.Fatal(err)
	}
	for deal.Waiting() != 0 && deal.PublicView().Phase != engine.Playing {
		seat := deal.Waiting().First()
		act(t, deal, seat, randomWord(d, deal.Prompt(seat)))
	}
	return deal
}

func strengthen(deck []card.Card, places []int) {
	strong := (card.SetOf(deck...) & card.AllTarocks).Cards()
	for i, at := range places[:min(len(places), len(strong))] {
		c := strong[(len(strong)-i)%len(strong)]
		from := slices.Index(deck, c)
		deck[from], deck[at] = deck[at], deck[from]
	}
}

func randomWord(d *enginetest.Dice, p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 || len(p.Choices) > 0 && d.Below(2) == 0 {
		return p.Choices[d.Below(len(p.Choices))]
	}
	chosen := p.Pick.Must
	for n := p.Pick.Min + d.Below(p.Pick.Max-p.Pick.Min+1); chosen.Len() < n; {
		rest := p.Pick.From &^ chosen
		chosen |= rest.Nth(d.Below(rest.Len())).Bit()
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

// playUntil plays until this many tricks are left, and reports false if the deal ends first. It mostly keeps birds,
// high tarocks and kings for the end.
func playUntil(t *testing.T, d *enginetest.Dice, deal *engine.Deal, tricks int) bool {
	t.Helper()
	const late = card.Birds | 1<<16 | 1<<17 | card.Kings
	within := d.Below(deal.Game().Seats)
	for {
		open, ok := deal.OpenTricks()
		if !ok {
			return false
		}
		left := int(open.Play.Total) - len(open.Play.Tricks)
		if left < tricks || left == tricks && int(open.Play.Trick.N) >= within {
			return true
		}
		seat := open.Play.Turn
		p := deal.Prompt(seat)
		from := p.Pick.From
		if early := from &^ late; early != 0 && d.Below(8) > 0 {
			from = early
		}
		a := engine.Play(from.Nth(d.Below(from.Len())))
		if len(p.Choices) > 0 && (left <= tricks+1 || p.Choices[0].Verb != engine.PlayCard) && d.Below(4) > 0 {
			a = p.Choices[d.Below(len(p.Choices))]
		}
		act(t, deal, seat, a)
	}
}

func randomEnding(t *testing.T, d *enginetest.Dice, g engine.Game, rules engine.RuleSet, tricks int) *engine.Deal {
	t.Helper()
	for {
		if deal := dealBeforeTricks(t, d, g, rules); playUntil(t, d, deal, tricks) {
			return deal
		}
	}
}

func act(t *testing.T, deal *engine.Deal, seat engine.Seat, a engine.Action) {
	t.Helper()
	if _, err := deal.Act(seat, a); err != nil {
		t.Fatalf("seat %d: %s: %v", seat, a, err)
	}
}

func comparePoints(t *testing.T, s *solver.Solver, deal *engine.Deal) {
	t.Helper()
	got, err := s.Points(context.Background(), deal)
	if err != nil {
		t.Fatal(err)
	}
	seat := deal.Waiting().First()
	want := solver.PointValues{Cards: deal.Prompt(seat).Pick.From, OtherSeats: deal.Game().Seats - 1}
	for c := range want.Cards.All() {
		want.Values[c] = int32(valueAfterCard(t, deal, c, -1<<20, 1<<20))
		if sideNumber(deal, seat) != 0 {
			want.Values[c] = -want.Values[c]
		}
	}
	if got != want {
		record, _ := deal.Record().MarshalJSON()
		t.Fatalf("%s\n got %s\nwant %s", record, pointsText(got), pointsText(want))
	}
}

func pointsText(p solver.PointValues) (s string) {
	for c := range p.Cards.All() {
		s += fmt.Sprintf("%s %d ", c, p.Values[c])
	}
	return s
}

func sideNumber(deal *engine.Deal, seat engine.Seat) int {
	if seat == max(deal.PublicView().Declarer, 0) {
		return 0
	}
	return 1
}

func valueAfterCard(t *testing.T, deal *engine.Deal, c card.Card, low, high int) int {
	next := deal.Clone()
	act(t, next, deal.Waiting().First(), engine.Play(c))
	if r := next.Result(); r != nil {
		us, sum := r.Score[max(r.Declarer, 0)], 0
		for _, score := range r.Score {
			sum += score - us
		}
		return -sum
	}
	seat := next.Waiting().First()
	return minimax(next.Prompt(seat).Pick.From, sideNumber(next, seat) == 0, low, high, func(c card.Card, low, high int) int {
		return valueAfterCard(t, next, c, low, high)
	})
}

func TestPointsUnsolved(t *testing.T) {
	s, d := solver.New(1<<10), enginetest.Dice(pointsSeed)
	for _, g := range games.All() {
		for range 50 {
			deal := dealBeforeTricks(t, &d, g, g.Rules[d.Below(len(g.Rules))])
			table := deal.PublicView()
			if table.Phase == engine.Playing && table.Contract != engine.Trischaken {
				continue
			}
			wantError(t, string(table.Phase), solver.ErrUnsolved, func() (solver.PointValues, error) { return s.Points(t.Context(), deal) })
		}
	}
}

// alteredRound changes a round's OpenTricks.
type alteredRound struct {
	engine.Round
	change func(*engine.OpenTricks)
}

func (r alteredRound) OpenTricks() (engine.OpenTricks, bool) {
	open, ok := r.Round.(engine.Settler).OpenTricks()
	r.change(&open)
	return open, ok
}

func (r alteredRound) Settle(play engine.TrickPlay) *engine.Result {
	return r.Round.(engine.Settler).Settle(play)
}

func (r alteredRound) Clone() engine.Round { return alteredRound{r.Round.Clone(), r.change} }

func TestPointsSearchable(t *testing.T) {
	game, err := games.ByRules("illustrated/loew")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		inTrick int // cards in the running trick
		change  func(*engine.OpenTricks)
		want    error
	}{
		{"unchanged", 2, func(*engine.OpenTricks) {}, nil},
		{"piles", 0, func(o *engine.OpenTricks) { o.Piles[1] = [][]card.Card{o.Play.Hands[1].Cards()[:2]} }, solver.ErrUnsolved},
		{"four seats", 0, func(o *engine.OpenTricks) { o.Play.Seats = 4 }, solver.ErrUnsolved},
		{"unclear, three cards to come", 0, func(o *engine.OpenTricks) { o.WordUndecided = true }, solver.ErrUnsolved},
		{"unclear, two cards to come", 1, func(o *engine.OpenTricks) { o.WordUndecided = true }, solver.ErrUnsolved},
		{"unclear, the last card to come", 2, func(o *engine.OpenTricks) { o.WordUndecided = o.Play.Trick.N == 2 }, nil},
	}
	for _, tt := range tests {
		s, d, altered := solver.New(1<<10), enginetest.Dice(pointsSeed), game
		altered.New = func(rules string, o engine.Options, c engine.Cards) (engine.Round, error) {
			round, err := game.New(rules, o, c)
			return alteredRound{round, tt.change}, err
		}
		for compared := 0; compared < 20; {
			deal := randomEnding(t, &d, game, game.Rules[0], 3)
			if int(deal.PublicView().Trick.N) != tt.inTrick {
				continue
			}
			compared++
			replayed, err := engine.Replay(altered, deal.Record())
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == nil {
				comparePoints(t, s, replayed)
			} else {
				wantError(t, tt.name, tt.want, func() (solver.PointValues, error) { return s.Points(t.Context(), replayed) })
			}
		}
	}
}

func TestPointsInterrupted(t *testing.T) {
	d := enginetest.Dice(pointsSeed)
	g := games.All()[0]
	deal := randomEnding(t, &d, g, g.Rules[0], 10)
	s := solver.New(1 << 10)
	want, err := s.Points(context.Background(), deal)
	if err != nil || s.Nodes() < 5000 {
		t.Fatalf("%v after %d cards, want a search", err, s.Nodes())
	}
	for budget := 1; budget < 4000; budget = budget*3 + 1 {
		s.Budget = budget
		wantError(t, "small budget", solver.ErrBudget, func() (solver.PointValues, error) { return s.Points(t.Context(), deal) })
		if n := s.Nodes(); n > budget+300 {
			t.Errorf("budget %d: %d cards played", budget, n)
		}
	}
	s.Budget = 0
	for asked := range 3 {
		wantError(t, "context canceled", context.Canceled, func() (solver.PointValues, error) {
			return s.Points(&countdownContext{t.Context(), asked}, deal)
		})
	}
	if got, err := s.Points(context.Background(), deal); err != nil || got != want {
		t.Errorf("after the interruptions: %s, %v, want %s", pointsText(got), err, pointsText(want))
	}
}

// TestPointsAllocation allows a long search some growth of maps, nothing else.
func TestPointsAllocation(t *testing.T) {
	d, g, s := enginetest.Dice(pointsSeed), games.All()[0], solver.New(1<<10)
	for range 5 {
		deal := randomEnding(t, &d, g, g.Rules[0], 9)
		allocated := func(budget int, want error) float64 {
			s.Budget = budget
			return testing.AllocsPerRun(1, func() {
				if _, err := s.Points(context.Background(), deal); !errors.Is(err, want) {
					t.Fatal(err)
				}
			})
		}
		if long, short := allocated(0, nil), allocated(1, solver.ErrBudget); long > short+50 {
			t.Errorf("a search of %d cards allocates %.0f times, a short one %.0f times", s.Nodes(), long, short)
		}
	}
}
