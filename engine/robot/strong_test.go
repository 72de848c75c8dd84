package robot

import (
	"reflect"
	"runtime"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

type decision struct {
	view   engine.View
	prompt engine.Prompt
	stream []uint64
}

func decisionsOf(t *testing.T, deals int) (all []decision) {
	t.Helper()
	forEveryVariant(t, deals, func(deal *engine.Deal, n int) {
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			stream := []uint64{uint64(n), uint64(seat), uint64(len(deal.Moves()))}
			all = append(all, decision{deal.View(seat), deal.Prompt(seat), stream})
			return mediumAction(deal, seat)
		})
	})
	return all
}

func quickPlayers() []Player {
	return []Player{Easy.New(), Medium.New(), quickStrong()}
}

// TestSameAction repeats the decisions in another order and on one processor.
func TestSameAction(t *testing.T) {
	all, n := decisionsOf(t, 1), 200**Times
	if len(all) < n {
		t.Fatalf("only %d decisions", len(all))
	}
	for i := range n { // of all games
		all[i] = all[i*len(all)/n]
	}
	all = all[:n]
	answers := func(p Player, order []int) [][]engine.Action {
		got := make([][]engine.Action, len(all))
		for _, i := range order {
			got[i] = p.Act(all[i].view, all[i].prompt, dice.New(all[i].stream...))
		}
		return got
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	for level, p := range quickPlayers() {
		first := answers(p, order)
		mixed := slices.Clone(order)
		dice.New(1).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		before := runtime.GOMAXPROCS(1)
		second := answers(p, mixed)
		runtime.GOMAXPROCS(before)
		for i := range first {
			if !slices.Equal(first[i], second[i]) {
				t.Fatalf("%s: decision %d is %v, and then %v", Levels()[level], i, first[i], second[i])
			}
		}
	}
}

// TestNoMoreThanTheView replaces the hidden cards and expects the same action.
func TestNoMoreThanTheView(t *testing.T) {
	players, compared := quickPlayers(), 0
	forEveryVariant(t, 1, func(deal *engine.Deal, n int) {
		d := dice.New(5, uint64(n))
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			v, p := deal.View(seat), deal.Prompt(seat)
			if w, ok := samplerOf(t, v).sample(d); ok && d.Below(8) == 0 {
				other, prompt := w.deal.View(seat), w.deal.Prompt(seat)
				if !reflect.DeepEqual(other, v) || !reflect.DeepEqual(prompt, p) {
					t.Fatalf("deal %d: the seat sees a difference between the world and the deal", n)
				}
				for i, player := range players {
					compared++
					want, got := player.Act(v, p, dice.New(9)), player.Act(other, prompt, dice.New(9))
					if !slices.Equal(want, got) {
						t.Fatalf("%s does %v with other hidden cards, not %v", Levels()[i], got, want)
					}
				}
			}
			return mediumAction(deal, seat)
		})
	})
	if compared < 250 {
		t.Errorf("only %d answers compared", compared)
	}
}

func TestStrongLegal(t *testing.T) {
	forEveryVariant(t, 1, func(deal *engine.Deal, n int) {
		p, d := quickStrong(), dice.New(uint64(n))
		playDeal(t, deal, func(seat engine.Seat) engine.Action { return p.Act(deal.View(seat), deal.Prompt(seat), d)[0] })
	})
}

func TestDistinctCards(t *testing.T) {
	tests := []struct{ name, hand, fell, want string }{
		{"pips in a row", "H4 H3 H1", "", "H4 H1"},
		{"pips after the card between was played", "H4 H3 H1", "H2", "H4"},
		{"tarocks around another player's", "V VI VIII", "", "V VIII"},
		{"birds are never equivalent", "I II III V", "IIII", "I II III V"},
		{"the Mond counts more than the XX", "XIX XX XXI SKUS", "", "XIX XXI"},
		{"kings of two suits", "HK DK", "", "HK DK"},
	}
	for _, tt := range tests {
		v := engine.View{PublicView: engine.PublicView{HandSize: []int{4, 4}}}
		v.Cards, v.Memory.Discarded = Cards(t, tt.hand), Cards(t, tt.fell)
		if got := distinct(v, v.Cards); got != Cards(t, tt.want) {
			t.Errorf("%s: of %s, distinct returns %s, want %s", tt.name, tt.hand, got, tt.want)
		}
	}
}

func TestGainExceeds(t *testing.T) {
	gainOf := func(worlds ...[2]int64) *gain {
		g := new(gain)
		for _, w := range worlds {
			g.add(w[0], w[1])
		}
		return g
	}
	if got, none := gainOf([2]int64{4, 1}, [2]int64{1, 2}).mean(), gainOf().mean(); got != 2000 || none != 0 {
		t.Errorf("the mean of 4, 1 and 1 is %d thousandths, without worlds %d", got, none)
	}
	repeated := func(n int, x, weight int64) [][2]int64 { return slices.Repeat([][2]int64{{x, weight}}, n) }
	tests := []struct {
		name   string
		worlds [][2]int64
		errors int
		sure   bool
	}{
		{"always better", repeated(8, 1, 1), 1, true},
		{"too few worlds", repeated(7, 1, 1), 1, false},
		{"no world", nil, 1, false},
		{"always worse", repeated(8, -1, 1), 1, false},
		{"better mostly", append(repeated(12, 4, 1), repeated(4, -4, 1)...), 1, true},
		{"better mostly, by three errors", append(repeated(12, 4, 1), repeated(4, -4, 1)...), 3, false},
		{"rarely better", append(append(repeated(3, 4, 1), repeated(2, -4, 1)...), repeated(91, 0, 1)...), 1, false},
		{"better in the one heavy world", append(repeated(1, 2, 1<<20), repeated(95, -100, 1)...), 1, false},
	}
	for _, tt := range tests {
		if got := gainOf(tt.worlds...).exceeds(tt.errors); got != tt.sure {
			t.Errorf("%s: exceeds %t, want %t", tt.name, got, tt.sure)
		}
	}
}

func TestChoices(t *testing.T) {
	discards := 0
	for _, m := range decisionsOf(t, 2) {
		got := choices(m.view, m.prompt)
		first := heuristic{}.Act(m.view, m.prompt, nil)[0]
		if m.view.Contract == engine.Undertaken && doubles(first) {
			first = engine.Say(engine.SayGood, 0)
		}
		if got[0] != first {
			t.Fatalf("the first choice is %v, want %v", got[0], first)
		}
		want := slices.Clone(m.prompt.Choices)
		if m.prompt.Pick.Verb == engine.PlayCard {
			for c := range distinct(m.view, m.prompt.Pick.From).All() {
				want = append(want, engine.Play(c))
			}
		} else if m.prompt.Pick.Max > 0 && len(got) > 2 {
			discards++
		}
		for _, a := range want {
			if !slices.Contains(got, a) {
				t.Fatalf("choice %v is missing: want %v, got %v", a, want, got)
			}
		}
	}
	if discards == 0 {
		t.Error("no decision offers several ways to put cards away")
	}
}

func TestContraNeedsMoreDraws(t *testing.T) {
	s, good := newStrong(forScore), engine.Say(engine.SayGood, 0)
	v := engine.View{PublicView: engine.PublicView{Contract: engine.Undertaken, HandSize: []int{9, 9}}}
	v.Cards = Cards(t, "I XV XVI XVII XVIII XIX XX XXI SKUS")
	p := engine.Prompt{Choices: []engine.Action{engine.Say(engine.Contra, engine.TheGame), good}}
	choices := choices(v, p)
	if choices[0] != good {
		t.Errorf("the first choice is %v, want good", choices[0])
	}
	undertaken := s.trialOf(v, choices)
	v.Contract = engine.Dreiblatt
	usual := s.trialOf(v, choices)
	if undertaken.worlds != usual.worlds || undertaken.draws != contraDraws*usual.draws || undertaken.margin != contraMargin || usual.margin != 1 {
		t.Errorf("the trial of an undertaken game is %+v, of another game %+v", undertaken, usual)
	}
}

func TestScoreMargin(t *testing.T) {
	checked := map[int]int{}
	forEveryVariant(t, 2, func(deal *engine.Deal, n int) {
		p := newPlayout(deal.Clone())
		playDeal(t, deal, func(seat engine.Seat) engine.Action { return mediumAction(deal, seat) })
		score, sum := deal.Result().Score, 0
		for _, x := range score {
			sum += x
		}
		for seat, own := range score {
			got, err := scoreMargin(&p, engine.Seat(seat))
			if want := len(score)*own - sum; err != nil || got != want {
				t.Fatalf("deal %d: seat %d has margin %d, %v with scores %v, want %d", n, seat, got, err, score, want)
			}
			if got != 0 {
				checked[len(score)]++
			}
		}
	})
	if checked[2] == 0 || checked[3] == 0 {
		t.Errorf("checked deals by number of seats: %v, want some for 2 and 3", checked)
	}
}

func TestPlayForCards(t *testing.T) {
	var all []decision
	for _, m := range decisionsOf(t, 2) {
		if m.prompt.Pick.Verb == engine.PlayCard && m.prompt.Pick.From.Len() > 1 && len(m.view.HandSize) == 2 && m.view.Piles == nil {
			all = append(all, m)
		}
	}
	usedPlayer, scorePlayer, compared, differing, samples := newStrong(forCards), quickStrong(), 0, 0, 20**Times
	for i := 0; i < len(all); i += max(len(all)/samples, 1) {
		act := func(p *strong) engine.Action { return p.Act(all[i].view, all[i].prompt, dice.New(all[i].stream...))[0] }
		freshPlayer := newStrong(forCards)
		want := act(freshPlayer)
		if freshPlayer.open.Nodes() == 0 {
			continue // nothing to solve
		}
		for range 2 {
			if got := act(usedPlayer); got != want || usedPlayer.open.Nodes() != freshPlayer.open.Nodes() {
				t.Fatalf("decision %d is %v after %d nodes, and by a fresh player %v after %d", i, got, usedPlayer.open.Nodes(), want, freshPlayer.open.Nodes())
			}
		}
		if compared++; act(scorePlayer) != want {
			differing++
		}
	}
	if compared < samples/2 || differing == 0 {
		t.Errorf("of %d decisions, %d differ from those for the score", compared, differing)
	}
}
