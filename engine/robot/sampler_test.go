package robot

import (
	"reflect"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/kosakeln"
)

func TestWorldsAgree(t *testing.T) {
	const tries = 12
	draws, worlds, decisions, withoutWorld := map[string]int{}, map[string]int{}, 0, 0
	forEveryVariant(t, 1, func(deal *engine.Deal, n int) {
		rules := deal.Rules().ID
		d := dice.New(uint64(n))
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			v := deal.View(seat)
			s, found := samplerOf(t, v), 0
			for range tries {
				w, ok := s.sample(d)
				if !ok {
					continue
				}
				found++
				if got := w.deal.View(seat); !reflect.DeepEqual(got, v) {
					t.Fatalf("%s: in a world seat %d sees\n%+v\nnot\n%+v", rules, seat, got, v)
				}
			}
			draws[rules] += tries
			worlds[rules] += found
			decisions++
			if found == 0 {
				withoutWorld++
			}
			return mediumAction(deal, seat)
		})
	})
	for rules := range draws {
		t.Logf("%s: %d worlds of %d draws", rules, worlds[rules], draws[rules])
		if worlds[rules]*3 < draws[rules]*2 {
			t.Errorf("%s: only %d worlds of %d draws", rules, worlds[rules], draws[rules])
		}
	}
	if withoutWorld*200 > decisions {
		t.Errorf("%d decisions, %d of them without a world", decisions, withoutWorld)
	}
}

func TestSurprisalOfMove(t *testing.T) {
	words, cards := 0, 0
	forEveryVariant(t, 2, func(deal *engine.Deal, n int) {
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			at, usual, prompt := newPlayout(deal), mediumAction(deal, seat), deal.Prompt(seat)
			surprisal := func(a engine.Action) int { return surprisalOfMove(&at, engine.Move{Seat: seat, Action: a}) }
			if got := surprisal(usual); got != 0 {
				t.Fatalf("%v has a surprisal of %d", usual, got)
			}
			for _, word := range prompt.Choices {
				v := deal.View(seat)
				want := surprisalOfWord(&v, prompt.Choices, word, maxWordSurprisal)
				if word.Verb == engine.PlayCard {
					want = cardSurprisal
				}
				if word != usual && surprisal(word) != want {
					t.Fatalf("%v has a surprisal of %d, want %d", word, surprisal(word), want)
				} else if word != usual && want > 0 {
					words++
				}
			}
			if unusual := prompt.Pick.From &^ usual.Cards; prompt.Pick.Verb == engine.PlayCard && unusual != 0 {
				if cards++; surprisal(engine.Play(unusual.Lowest())) != cardSurprisal {
					t.Fatalf("%v has a surprisal of %d", unusual.Lowest(), surprisal(engine.Play(unusual.Lowest())))
				}
			}
			return usual
		})
	})
	if words == 0 || cards == 0 {
		t.Errorf("checked %d words and %d cards, want some of each", words, cards)
	}
}

func TestWorldsSortedByWeight(t *testing.T) {
	usual, unusual := world{surprisal: 0}, world{surprisal: 16}
	if u, o := usual.weight(), unusual.weight(); u != 1<<20 || o*4 != u {
		t.Errorf("weights %d and %d, want 2^20 and a quarter of it", u, o)
	}
	decisions, lighter := 0, 0
	forEveryVariant(t, 1, func(deal *engine.Deal, n int) {
		d := dice.New(uint64(n))
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			worlds := samplerOf(t, deal.View(seat)).worlds(4, 8, d)
			for i := range worlds {
				if i == 0 && worlds[i].surprisal != 0 || i > 0 && worlds[i].surprisal < worlds[i-1].surprisal {
					t.Fatalf("world %d has a surprisal of %d", i, worlds[i].surprisal)
				}
				if worlds[i].surprisal > 0 {
					lighter++
				}
			}
			decisions++
			return randomCardAction(deal, seat, d)
		})
	})
	if decisions == 0 || lighter == 0 {
		t.Errorf("%d decisions, %d lighter worlds", decisions, lighter)
	}
}

func randomCardAction(deal *engine.Deal, seat engine.Seat, d *dice.Dice) engine.Action {
	if p := deal.Prompt(seat); p.Pick.Verb == engine.PlayCard && len(p.Choices) == 0 {
		return engine.Play(p.Pick.From.Nth(d.Below(p.Pick.From.Len())))
	}
	return mediumAction(deal, seat)
}

func TestWorldsAfterFewExchanged(t *testing.T) {
	withoutWorld, decisions := 0, 0
	for n := range 8 {
		deal := randomDeal(t, kosakeln.Game, kosakeln.Game.Rules[0], engine.Options{"exchange": "easy"}, 3, n)
		playDeal(t, deal, func(seat engine.Seat) engine.Action {
			a := mediumAction(deal, seat)
			if plainCards := (deal.Prompt(seat).Pick.From & plain).Cards(); a.Verb == engine.Exchange && seat == 1 {
				a.Cards = card.SetOf(plainCards[:min(3, len(plainCards)-1)]...)
			}
			if seat == 0 && a.Verb == engine.PlayCard {
				if decisions++; len(samplerOf(t, deal.View(seat)).worlds(8, 24, dice.New(uint64(n)))) == 0 {
					withoutWorld++
				}
			}
			return a
		})
	}
	if decisions < 100 || withoutWorld*20 > decisions {
		t.Errorf("%d decisions, %d of them without a world", decisions, withoutWorld)
	}
}
