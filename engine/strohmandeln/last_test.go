package strohmandeln_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/strohmandeln"
)

// A last card isn't forced while "Topschin!" may be said with it.
func TestLastPlayTopschin(t *testing.T) {
	for _, silent := range []bool{false, true} {
		deal := dealBeforeRoss(t)
		ross := engine.PlaySaying(card.XVII, engine.Ross)
		if silent {
			ross.Word = 0
		}
		doAct(t, deal, 0, ross)
		doAct(t, deal, 1, anyCard(deal.Prompt(1)))
		if seat, play, ok := deal.LastPlay(); ok != silent || ok && (seat != 0 || play != engine.Play(card.XVIII)) {
			t.Errorf("silent %v: LastPlay returns %d %q, %v", silent, seat, play, ok)
		}
		doAct(t, deal, 0, engine.Play(card.XVIII))
		if seat, _, ok := deal.LastPlay(); !ok || seat != 1 {
			t.Errorf("silent %v: LastPlay doesn't return the answer to the last card", silent)
		}
	}
}

func dealBeforeRoss(t *testing.T) *engine.Deal {
	t.Helper()
	const rules, kept = "strohmandeln/extended", card.Set(1<<card.XVII | 1<<card.XVIII)
	deal, err := engine.NewDeal(strohmandeln.Game, rules, nil, engine.Cards{Deck: deckWithTarocksFor(rules, 0), Dealer: 1})
	if err != nil {
		t.Fatal(err)
	}
	doAct(t, deal, 0, engine.Say(engine.Undertake, 0))
	for deal.View(0).Hand.Cards != kept || deal.PublicView().Trick.N > 0 {
		for s := range deal.Waiting().All() {
			p := deal.Prompt(s)
			p.Pick.From &^= kept
			doAct(t, deal, s, anyCard(p))
		}
	}
	return deal
}

func deckWithTarocksFor(rules string, seat engine.Seat) []card.Card {
	places := strohmandeln.Game.Places(rules, 1)
	deck := make([]card.Card, card.Full.Len())
	next := append(card.AllTarocks.Cards(), card.PlainSuits.Cards()...)
	for _, s := range []engine.Seat{seat, 1 - seat} {
		at := places.Hands[s]
		for _, pile := range places.Piles[s] {
			at = append(at, pile...)
		}
		for i, place := range at {
			deck[place] = next[i]
		}
		next = next[len(at):]
	}
	return deck
}

func anyCard(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 {
		return p.Choices[0]
	}
	return engine.Play(p.Pick.From.Highest())
}

func doAct(t *testing.T, d *engine.Deal, s engine.Seat, a engine.Action) {
	t.Helper()
	if _, err := d.Act(s, a); err != nil {
		t.Fatalf("%d %q: %v", s, a, err)
	}
}
