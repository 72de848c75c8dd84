package strohmandeln_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/strohmandeln"
)

// TestFoldingIsPrivate compares deals with and without a tarock for the holder: they look alike to all others (R15).
func TestFoldingIsPrivate(t *testing.T) {
	for _, rules := range strohmandeln.Game.Rules {
		for _, said := range []string{"", "undertake", "pass", "pass, undertake", "pass, pass", "undertake, pass"} {
			checkFoldingIsPrivate(t, rules, nil, said)
		}
		for _, said := range []string{"undertake", "undertake, good", "undertake, contra game", "pass, undertake", "pass, undertake, contra game"} {
			checkFoldingIsPrivate(t, rules, engine.Options{"contra": "undertaken"}, said)
		}
	}
}

func checkFoldingIsPrivate(t *testing.T, rules engine.RuleSet, o engine.Options, said string) {
	t.Helper()
	for holder := range engine.Seat(2) {
		got := viewsOf(t, rules, o, deckWithoutTarockFor(rules, holder), said, 1-holder, engine.Nobody)
		want := viewsOf(t, rules, o, deckWithOneTarockFor(rules, holder), said, 1-holder, engine.Nobody)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s %v, seat %d without tarock, %q:\n got %+v\nwant %+v", rules.ID, o, holder, said, got, want)
		}
	}
}

func deckWithoutTarockFor(rules engine.RuleSet, holder engine.Seat) []card.Card {
	suits, tarocks := (rules.Cards() & card.PlainSuits).Cards(), (rules.Cards() & card.AllTarocks).Cards()
	slices.Reverse(suits) // so that kings and queens are dealt to the hand
	var deck []card.Card
	for len(suits)+len(tarocks) > 0 {
		from := &tarocks
		if seat := engine.Seat(1 - len(deck)/5%2); seat == holder && len(suits) > 0 || len(tarocks) == 0 {
			from = &suits
		}
		deck, *from = append(deck, (*from)[0]), (*from)[1:]
	}
	return deck
}

func deckWithOneTarockFor(rules engine.RuleSet, holder engine.Seat) []card.Card {
	deck := deckWithoutTarockFor(rules, holder)
	first := 5 * int(1-holder)
	for i := len(deck) - 1; ; i-- {
		if card.AllTarocks.Has(deck[i]) {
			deck[first], deck[i] = deck[i], deck[first]
			return deck
		}
	}
}

type seen struct {
	View   engine.View
	Prompt engine.Prompt
	Events []engine.Event
}

func viewsOf(t *testing.T, rules engine.RuleSet, o engine.Options, deck []card.Card, said string, viewers ...engine.Seat) (all []seen) {
	t.Helper()
	deal, err := engine.NewDeal(strohmandeln.Game, rules.ID, o, engine.Cards{Deck: deck, Dealer: 0})
	if err != nil {
		t.Fatal(err)
	}
	var events []engine.Event
	for _, word := range append(strings.FieldsFunc(said, func(r rune) bool { return r == ',' }), "end") {
		for _, viewer := range viewers {
			all = append(all, seen{deal.View(viewer), deal.Prompt(viewer), events})
		}
		if word == "end" {
			return all
		}
		action, err := engine.ParseAction(word)
		if err != nil {
			t.Fatal(err)
		}
		for seat := range deal.Waiting().All() {
			if events, err = deal.Act(seat, action); err != nil {
				t.Fatal(err)
			}
		}
		if deal.PublicView().Phase == "play" {
			return all
		}
	}
	return all
}
