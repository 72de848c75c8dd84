package robot

import (
	"reflect"
	"runtime"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

// moment is a decision that came up in a deal.
type moment struct {
	view   engine.View
	prompt engine.Prompt
	stream []uint64
}

// moments are the decisions of deals that the quick players play by all rules.
func moments(t *testing.T, deals int) (all []moment) {
	t.Helper()
	everyVariant(t, deals, func(deal *engine.Deal, n int) {
		for deal.Waiting() != 0 {
			for seat := range deal.Waiting().All() {
				stream := []uint64{uint64(n), uint64(seat), uint64(len(deal.Moves()))}
				all = append(all, moment{deal.View(seat), deal.Prompt(seat), stream})
				if _, err := deal.Act(seat, model(deal, seat)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	return all
}

// quick are the levels, the strong one with less time.
func quick() []Player {
	return []Player{Easy.New(), Medium.New(), quickStrong()}
}

// TestSameAction: the same view, prompt and stream get the same answer, in whatever
// order they are asked and on however many processors.
func TestSameAction(t *testing.T) {
	all := moments(t, 3)
	if len(all) < 2000 {
		t.Fatalf("only %d decisions", len(all))
	}
	all = all[:2000]
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
	for level, p := range quick() {
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

// TestNoMoreThanTheView: in a deal whose hidden cards are others, but which looks the same
// to the seat, every level does the same by all rules.
func TestNoMoreThanTheView(t *testing.T) {
	players, compared := quick(), 0
	everyVariant(t, 2, func(deal *engine.Deal, n int) {
		for d := dice.New(5, uint64(n)); deal.Waiting() != 0; {
			for seat := range deal.Waiting().All() {
				v, p := deal.View(seat), deal.Prompt(seat)
				sampler, err := newSampler(v)
				if err != nil {
					t.Fatal(err)
				}
				if w, ok := sampler.sample(d); ok && d.Below(4) == 0 {
					other, prompt := w.deal.View(seat), w.deal.Prompt(seat)
					if !reflect.DeepEqual(other, v) || !reflect.DeepEqual(prompt, p) {
						t.Fatalf("deal %d: the world looks different", n)
					}
					for i, player := range players {
						compared++
						want, got := player.Act(v, p, dice.New(9)), player.Act(other, prompt, dice.New(9))
						if !slices.Equal(want, got) {
							t.Fatalf("%s does %v with other hidden cards, not %v", Levels()[i], got, want)
						}
					}
				}
				if _, err := deal.Act(seat, model(deal, seat)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	if compared < 500 {
		t.Errorf("only %d answers compared", compared)
	}
}

// TestStrongLegal: whole deals of all rules among strong players.
func TestStrongLegal(t *testing.T) {
	everyVariant(t, 2, func(deal *engine.Deal, n int) {
		p := quickStrong()
		for d := dice.New(uint64(n)); deal.Waiting() != 0; {
			for seat := range deal.Waiting().All() {
				if _, err := deal.Act(seat, p.Act(deal.View(seat), deal.Prompt(seat), d)...); err != nil {
					t.Fatalf("%s, deal %d: %v", deal.Rules().ID, n, err)
				}
			}
		}
	})
}

// TestDistinct: of cards that are as good as each other the lowest is tried.
func TestDistinct(t *testing.T) {
	tests := []struct{ name, hand, fell, want string }{
		{"pips in a row", "H4 H3 H1", "", "H4 H1"},
		{"pips with what lay between gone", "H4 H3 H1", "H2", "H4"},
		{"tarocks with one of others between", "V VI VIII", "", "V VIII"},
		{"birds are never as good", "I II III V", "IIII", "I II III V"},
		{"the Mond counts more than the XX", "XIX XX XXI SKUS", "", "XIX XXI"},
		{"kings of two suits", "HK DK", "", "HK DK"},
	}
	for _, tt := range tests {
		v := engine.View{Table: engine.Table{HandSize: []int{4, 4}}}
		v.Cards, v.Memory.Discarded = set(t, tt.hand), set(t, tt.fell)
		if got := distinct(v, v.Cards); got != set(t, tt.want) {
			t.Errorf("%s: of %s %s are tried, want %s", tt.name, tt.hand, got, tt.want)
		}
	}
}

// TestGain: the mean is weighted, and a gain is sure above the standard error.
func TestGain(t *testing.T) {
	var g gain
	g.add(4, 1)
	g.add(1, 2)
	if got := g.mean(); got != 2000 {
		t.Errorf("the mean of 4 once and 1 twice is %d thousandths", got)
	}
	if !g.sure() {
		t.Error("two gains are not sure")
	}
	g.add(-12, 1)
	if g.sure() {
		t.Error("a loss on average is sure")
	}
	if (&gain{}).sure() || (&gain{}).mean() != 0 {
		t.Error("no world says anything")
	}
}
