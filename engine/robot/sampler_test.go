package robot

import (
	"reflect"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/fair"
	"tarockbot/engine/kosakeln"
)

// TestWorldsAgree: a world that is drawn looks to the seat exactly like the deal that it
// sees, at every decision by all rules; most draws succeed, and hardly ever none of many.
func TestWorldsAgree(t *testing.T) {
	const tries = 12
	draws, worlds, decisions, none := map[string]int{}, map[string]int{}, 0, 0
	everyVariant(t, 1, func(deal *engine.Deal, n int) {
		rules := deal.Rules().ID
		for d := dice.New(uint64(n)); deal.Waiting() != 0; {
			for seat := range deal.Waiting().All() {
				v := deal.View(seat)
				s, err := newSampler(v)
				if err != nil {
					t.Fatal(err)
				}
				found := 0
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
					none++
				}
				if _, err := deal.Act(seat, model(deal, seat)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	for rules := range draws {
		t.Logf("%s: %d worlds of %d draws", rules, worlds[rules], draws[rules])
		if worlds[rules]*3 < draws[rules]*2 {
			t.Errorf("%s: only %d worlds of %d draws", rules, worlds[rules], draws[rules])
		}
	}
	if none*200 > decisions {
		t.Errorf("of %d decisions %d have no world", decisions, none)
	}
}

// TestSurprise: what the model does surprises nobody, another card by two bits, and a word as
// much as hands like this don't say it.
func TestSurprise(t *testing.T) {
	words, cards := 0, 0
	everyVariant(t, 2, func(deal *engine.Deal, n int) {
		for deal.Waiting() != 0 {
			for seat := range deal.Waiting().All() {
				s, err := newSampler(deal.View((seat + 1) % engine.Seat(deal.Game().Seats)))
				if err != nil {
					t.Fatal(err)
				}
				at, usual, prompt := newPlayout(deal), model(deal, seat), deal.Prompt(seat)
				surprise := func(a engine.Action) int { return s.surprise(&at, engine.Move{Seat: seat, Action: a}) }
				if got := surprise(usual); got != 0 {
					t.Fatalf("%v surprises by %d", usual, got)
				}
				for _, word := range prompt.Words {
					v := deal.View(seat)
					want := unlikely(&v, prompt.Words, word, strangeWord)
					if word.Verb == engine.PlayCard { // a word with a card is a card
						want = strangeCard
					}
					if word != usual && surprise(word) != want {
						t.Fatalf("%v surprises by %d, want %d", word, surprise(word), want)
					} else if word != usual && want > 0 {
						words++
					}
				}
				if odd := prompt.Pick.From &^ usual.Cards; prompt.Pick.Verb == engine.PlayCard && odd != 0 {
					if cards++; surprise(engine.Play(odd.Lowest())) != strangeCard {
						t.Fatalf("%v surprises by %d", odd.Lowest(), surprise(engine.Play(odd.Lowest())))
					}
				}
				if _, err := deal.Act(seat, usual); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	if words == 0 || cards == 0 {
		t.Errorf("%d words and %d cards", words, cards)
	}
}

// TestStrangeWorlds: however strangely the others act, the likeliest world counts in full, and
// the others less.
func TestStrangeWorlds(t *testing.T) {
	usual, odd := world{strange: 0}, world{strange: 16}
	if u, o := usual.weight(), odd.weight(); u != 1<<20 || o*4 != u {
		t.Errorf("weights %d and %d", u, o)
	}
	asked, lighter := 0, 0
	everyVariant(t, 1, func(deal *engine.Deal, n int) {
		for d := dice.New(uint64(n)); deal.Waiting() != 0; {
			for seat := range deal.Waiting().All() {
				if _, err := deal.Act(seat, oddly(deal, seat, d)); err != nil {
					t.Fatal(err)
				}
			}
			for seat := range deal.Waiting().All() {
				s, err := newSampler(deal.View(seat))
				if err != nil {
					t.Fatal(err)
				}
				worlds := s.worlds(4, 8, d)
				for i := range worlds {
					if i == 0 && worlds[i].strange != 0 || i > 0 && worlds[i].strange < worlds[i-1].strange {
						t.Fatalf("world %d is strange by %d", i, worlds[i].strange)
					}
					if worlds[i].strange > 0 {
						lighter++
					}
				}
				asked++
			}
		}
	})
	if asked == 0 || lighter == 0 {
		t.Errorf("%d decisions, %d lighter worlds", asked, lighter)
	}
}

// oddly is any card that may be played, and otherwise what the model does.
func oddly(deal *engine.Deal, seat engine.Seat, d *dice.Dice) engine.Action {
	if p := deal.Prompt(seat); p.Pick.Verb == engine.PlayCard && len(p.Words) == 0 {
		return engine.Play(p.Pick.From.Nth(d.Below(p.Pick.From.Len())))
	}
	return model(deal, seat)
}

// TestFewExchanged: who exchanges fewer cards than they might, where the rules let them, can
// be reckoned with.
func TestFewExchanged(t *testing.T) {
	none, decisions := 0, 0
	for n := range 8 {
		deck, err := fair.RandomDeck(dice.New(3, uint64(n)), card.Full)
		if err != nil {
			t.Fatal(err)
		}
		deal, err := engine.NewDeal(kosakeln.Game, kosakeln.Bamberger, engine.Options{"exchange": "easy"}, engine.Cards{Deck: deck})
		if err != nil {
			t.Fatal(err)
		}
		for deal.Waiting() != 0 {
			for seat := range deal.Waiting().All() {
				a := model(deal, seat)
				if few := (deal.Prompt(seat).Pick.From & plain).Cards(); a.Verb == engine.Exchange && seat == 1 {
					a.Cards = card.SetOf(few[:min(3, len(few)-1)]...)
				}
				if seat == 0 && a.Verb == engine.PlayCard {
					s, err := newSampler(deal.View(seat))
					if err != nil {
						t.Fatal(err)
					}
					if decisions++; len(s.worlds(8, 24, dice.New(uint64(n)))) == 0 {
						none++
					}
				}
				if _, err := deal.Act(seat, a); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if decisions < 100 || none*20 > decisions {
		t.Errorf("of %d decisions %d have no world", decisions, none)
	}
}
