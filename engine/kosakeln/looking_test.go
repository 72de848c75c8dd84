package kosakeln_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/kosakeln"
)

// putAway plays a deal of the rule set to where seat 0, its declarer, puts a card
// away, and says which it may be. Both have exchanged as many cards as they may.
func putAway(t *testing.T, rules string, random *rand.Rand) (*engine.Deal, [2]card.Set, engine.Pick) {
	t.Helper()
	deck := card.Full.Cards()
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal, err := engine.NewDeal(kosakeln.Game, rules, nil, engine.Cards{Deck: deck, Dealer: 1})
	if err != nil {
		t.Fatal(err)
	}
	do := func(s engine.Seat, a engine.Action) {
		if _, err := deal.Act(s, a); err != nil {
			t.Fatal(err)
		}
	}
	var laid [2]card.Set
	for s := range engine.Seat(2) {
		pick := deal.Prompt(s).Pick
		chosen := pick.Must
		for c := range (pick.From &^ pick.Must).All() {
			if chosen.Len() < pick.Max {
				chosen |= c.Bit()
			}
		}
		laid[s] = chosen
		do(s, engine.Action{Verb: engine.Exchange, Cards: chosen})
	}
	do(0, engine.Say(engine.Bid, engine.Einblatt))
	do(1, engine.Say(engine.Pass, 0))
	for !deal.Prompt(0).Allows(engine.Action{Verb: engine.Talon}) {
		for s := range deal.Waiting().All() {
			do(s, engine.Say(engine.Done, 0))
		}
	}
	do(0, engine.Action{Verb: engine.Talon})
	return deal, laid, deal.Prompt(0).Pick
}

// TestLookingBack: from the discard to the end the declarer may look at what went away
// for the talon, at what went to the personal talon only in bamberger; everybody else
// sees the same whatever it was.
func TestLookingBack(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, rules := range []string{kosakeln.Bamberger, kosakeln.Spieleversum} {
		for range 20 {
			one, laid, pick := putAway(t, rules, random)
			plain := (pick.From &^ card.AllTarocks).Cards()
			if len(plain) < 2 {
				continue
			}
			two := one.Clone()
			if rules == kosakeln.Spieleversum {
				laid = [2]card.Set{}
			}
			away := [2]card.Set{plain[0].Bit(), plain[1].Bit()}
			for i, deal := range []*engine.Deal{one, two} {
				if _, err := deal.Act(0, engine.Action{Verb: engine.Discard, Cards: away[i]}); err != nil {
					t.Fatal(err)
				}
				if got, want := deal.View(0).Hand.Laid, laid[0]|away[i]; got != want {
					t.Errorf("%s: the declarer may look at %s, want %s", rules, got, want)
				}
				if got := deal.View(1).Hand.Laid; got != laid[1] {
					t.Errorf("%s: the defender may look at %s, want %s", rules, got, laid[1])
				}
			}
			for _, viewer := range []engine.Seat{1, engine.Nobody} {
				if got, want := two.View(viewer), one.View(viewer); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: seat %d sees what was put away:\n%+v\n%+v", rules, viewer, got, want)
				}
			}
			checkToTheEnd(t, one, laid[0]|away[0])
		}
	}
}

// checkToTheEnd plays on; the declarer, seat 0, may look at the cards all the time.
func checkToTheEnd(t *testing.T, deal *engine.Deal, laid card.Set) {
	t.Helper()
	for deal.Waiting() != 0 {
		for s := range deal.Waiting().All() {
			a := engine.Say(engine.Done, 0)
			if pick := deal.Prompt(s).Pick; pick.Verb == engine.PlayCard {
				a = engine.Play(pick.From.Lowest())
			}
			if _, err := deal.Act(s, a); err != nil {
				t.Fatal(err)
			}
		}
		if got := deal.View(0).Hand.Laid; got != laid {
			t.Errorf("the declarer may look at %s later, want %s", got, laid)
		}
	}
}
