package bot_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// TestFoldingIsPrivate (fault 48): that bert was dealt no tarock, and so may
// fold, shows nowhere but in his own panel: neither at his turn to speak nor
// when anna has undertaken, whoever deals.
func TestFoldingIsPrivate(t *testing.T) {
	for _, rules := range []string{"strohmandeln classic 2", "extended throw-in 2", "forty 2"} {
		t.Run(rules, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", rules)
			dealers := engine.Seats(0)
			for range 2 {
				var now stored
				w.read("table", id, &now)
				dealers |= now.Deal.Dealer.Bit()
				w.compareFolds(id, *now.Deal)
				if now.Deal.Dealer == 1 {
					w.mustSay("anna", acting(w.hand("anna", id))[0])
					w.read("table", id, &now)
					if len(now.Deal.Actions) != 1 || now.Deal.Actions[0].Action.Verb != engine.Undertake {
						t.Fatalf("anna did %v", now.Deal.Actions)
					}
					w.compareFolds(id, *now.Deal)
				}
				w.mustSay("anna", line(*w.mustSay("anna", "resign "+id).Screen, "resign "))
			}
			if dealers.Len() != 2 {
				t.Errorf("both should have dealt: %b", dealers)
			}
		})
	}
}

// compareFolds shows the table to anna and the public in two worlds: bert was
// dealt no tarock in the one, and one in the other.
func (w *world) compareFolds(table string, r engine.Record) {
	w.t.Helper()
	may, mayNot := foldDecks(r)
	here, there := w.copyWith(table, dealt(may)), w.copyWith(table, dealt(mayNot))
	defer here.end()
	defer there.end()
	here.mustSay("anna", "table "+table)
	there.mustSay("anna", "table "+table)
	if a, b := here.wait(public, isBoard), there.wait(public, isBoard); !reflect.DeepEqual(a, b) {
		w.t.Fatalf("the board shows\n%s\nand, if bert may not fold,\n%s", text(a), text(b))
	}
	if a, b := here.hand("anna", table), there.hand("anna", table); !reflect.DeepEqual(a, b) {
		w.t.Fatalf("anna's panel shows\n%s%q\nand, if bert may not fold,\n%s%q", text(a), acting(a), text(b), acting(b))
	}
	if bert := r.Dealer == 0 || len(r.Actions) > 0; bert != offersFold(here.hand("bert", table)) || offersFold(there.hand("bert", table)) {
		w.t.Fatalf("bert may fold where he mayn't, or the other way round")
	}
}

func offersFold(s bot.Screen) bool {
	return slices.ContainsFunc(acting(s), func(line string) bool { return strings.HasSuffix(line, " fold") })
}

// foldDecks are decks of the record's pack: the one deals seat 1 no tarock, the
// other the one that lies last among the piles instead of seat 1's first card.
func foldDecks(r engine.Record) (without, with []card.Card) {
	pack := card.SetOf(r.Deck...)
	suits, tarocks := (pack & card.AllSuits).Cards(), (pack & card.AllTarocks).Cards()
	const packet = 5
	first := packet * int(r.Dealer) // forehand's packet comes before the dealer's
	for i := range r.Deck {
		from := &tarocks
		if i/packet%2 == int(r.Dealer) && len(suits) > 0 || len(tarocks) == 0 {
			from = &suits
		}
		without, *from = append(without, (*from)[0]), (*from)[1:]
	}
	with = slices.Clone(without)
	for i := len(with) - 1; ; i-- {
		if card.AllTarocks.Has(with[i]) {
			with[first], with[i] = with[i], with[first]
			return without, with
		}
	}
}
