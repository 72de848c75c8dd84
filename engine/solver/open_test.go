package solver_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/engine/solver"
)

// TestPositionOf compares positions of random deals with the engine.
func TestPositionOf(t *testing.T) {
	const deals = 60
	for _, g := range games.All() {
		for _, set := range g.Rules {
			t.Run(set.ID, func(t *testing.T) {
				d, deck, cards, kept := enginetest.Dice(19), set.Cards().Cards(), 0, 0
				for range deals {
					d.Shuffle(deck)
					deal, err := engine.NewDeal(g, set.ID, nil, engine.Cards{Deck: deck, Dealer: engine.Seat(d.Below(g.Seats))})
					if err != nil {
						t.Fatal(err)
					}
					n, birds := comparePositions(t, &d, deal)
					cards += n
					kept += birds
				}
				t.Logf("%d cards were played, %d while birds were kept", cards, kept)
				if cards < 16*deals || set.ID == "kosakeln/spieleversum" && kept < deals {
					t.Errorf("too few cards played, or too few birds kept")
				}
			})
		}
	}
}

func comparePositions(t *testing.T, d *enginetest.Dice, deal *engine.Deal) (cards, kept int) {
	t.Helper()
	var followed solver.Position
	var taken [engine.MaxSeats]int
	for waiting := deal.Waiting(); waiting != 0; waiting = deal.Waiting() {
		seat := waiting.First()
		p, err := solver.PositionOf(deal)
		prompt := deal.Prompt(seat)
		a := d.Choose(prompt)
		table := deal.PublicView()
		solvable := table.Phase == engine.Playing && (deal.Game().Seats == 2 || table.Declarer != engine.Nobody)
		if solvable != (err == nil) || err != nil && !errors.Is(err, solver.ErrUnsolved) {
			t.Fatalf("%s of %s: %v", table.Phase, table.Contract, err)
		}
		if solvable && p.Legal() != prompt.Pick.From {
			t.Fatalf("%+v: legal is %s, the engine offers %s", p, p.Legal(), prompt.Pick.From)
		}
		if _, err := deal.Act(seat, a); err != nil {
			t.Fatal(err)
		}
		if !solvable || a.Verb != engine.PlayCard {
			continue
		}
		if cards == 0 {
			followed = p
		}
		followed.GuardedBirds = p.GuardedBirds
		comparePosition(t, p, followed)
		trick := followed.Trick.Set() | a.Cards
		if followed.Play(a.Cards.Lowest()); followed.Trick.N == 0 {
			taken[followed.Turn] += countBy(p.CountsFaces, trick)
			compareTaken(t, deal, taken)
		}
		cards++
		if p.GuardedBirds != [engine.MaxSeats]card.Set{} {
			kept++
		}
	}
	return cards, kept
}

func comparePosition(t *testing.T, want, got solver.Position) {
	t.Helper()
	for seat := range want.Piles {
		for i := range want.Piles[seat] {
			if len(want.Piles[seat][i]) <= 1 && len(got.Piles[seat][i]) <= 1 {
				want.Piles[seat][i], got.Piles[seat][i] = nil, nil
			}
		}
	}
	want.Trick, got.Trick = playedOnly(want.Trick), playedOnly(got.Trick)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("after the plays, the position is %+v\nthe deal's position is %+v", got, want)
	}
}

func playedOnly(trick engine.Trick) engine.Trick {
	clear(trick.Cards[trick.N:])
	return trick
}

func compareTaken(t *testing.T, deal *engine.Deal, taken [engine.MaxSeats]int) {
	t.Helper()
	if got := deal.PublicView().Thirds; !slices.Equal(got, taken[:len(got)]) {
		t.Fatalf("after the plays, the seats have %d thirds; in the deal %d", taken[:len(got)], got)
	}
}

func TestPositionOfCount(t *testing.T) {
	for _, count := range []func(card.Set) int{nil, card.Set.Len} {
		g, err := games.ByRules("kosakeln/bamberger")
		if err != nil {
			t.Fatal(err)
		}
		g.Rules = slices.Clone(g.Rules)
		g.Rules[0].Count = count
		d := enginetest.Dice(29)
		deal := randomEnding(t, &d, g, g.Rules[0], 10)
		if _, err := solver.PositionOf(deal); (err == nil) != (count == nil) || err != nil && !errors.Is(err, solver.ErrUnsolved) {
			t.Errorf("custom count %v: %v", count != nil, err)
		}
	}
}
