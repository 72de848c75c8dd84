package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage/memory"
)

// atTricks plays until a trick begins and tells who leads to it and who doesn't.
func (w *world) atTricks(id string) (leads, waits string) {
	w.t.Helper()
	who, m := w.anyMove(id, "anna", "bert")
	for ; !strings.Contains(m, " play "); who, m = w.anyMove(id, "anna", "bert") {
		w.mustSay(who, m)
	}
	if who == "anna" {
		return "anna", "bert"
	}
	return "bert", "anna"
}

// hands are the cards of both.
func (w *world) deal(id string) *engine.Deal {
	w.t.Helper()
	var now stored
	w.read("table", id, &now)
	return w.replayed(*now.Deal)
}

func seat(who string) engine.Seat { return engine.Seat(seatOf(who, []string{"anna", "bert", "carl"})) }

// answers are which cards of the seat answer the lead, by the rules.
func answers(d *engine.Deal, lead card.Card, s engine.Seat) card.Set {
	next := d.Clone()
	if _, err := next.Act(slices.Collect(next.Waiting().All())[0], engine.Play(lead)); err != nil {
		panic(err)
	}
	return next.Prompt(s).Pick.From
}

// TestQueuedCard: a card that is set ahead is played in the very act that made it
// its turn, and nobody is asked; one that may not be played is dropped, and the
// person told why.
func TestQueuedCard(t *testing.T) {
	t.Parallel()
	for _, legal := range []bool{true, false} {
		t.Run(fmt.Sprint("legal ", legal), func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", "spieleversum 2")
			leads, waits := w.atTricks(id)
			d := w.deal(id)
			held := d.View(seat(waits)).Hand.Cards
			var lead, ahead card.Card
			for lead = range d.Prompt(seat(leads)).Pick.From.All() {
				right := answers(d, lead, seat(waits))
				if wrong := held &^ right; legal || wrong != 0 {
					ahead = wrong.Lowest()
					if legal {
						ahead = right.Lowest()
					}
					break
				}
			}
			page := w.mustSay(waits, line(w.hand(waits, id), "queue ")).Screen
			set := "queue " + id + " " + step(*page) + " play " + ahead.String()
			if !slices.Contains(lines(*page), set) {
				t.Fatalf("%q isn't offered: %q", set, lines(*page))
			}
			w.mustSay(waits, set)
			if hand := w.hand(waits, id); !strings.Contains(text(hand), "Your next card") {
				t.Errorf("the panel doesn't tell what is set:\n%s", text(hand))
			}
			before := len(w.moves(id, 0))
			w.mustSay(leads, "do "+id+" "+stepOf(w.hand(leads, id))+" play "+lead.String())
			moves := w.moves(id, 0)
			if got := len(moves) - before; legal != (got == 2) {
				t.Fatalf("%d moves were made with the lead", got)
			}
			hand := w.hand(waits, id)
			if dropped := strings.Contains(text(hand), "could not be played"); dropped == legal {
				t.Errorf("told that it was dropped: %v\n%s", dropped, text(hand))
			}
			if legal {
				if last := moves[len(moves)-1]; last.Action != engine.Play(ahead) {
					t.Errorf("played was %v, want %s", last, ahead)
				}
				return
			}
			w.mustSay(waits, move(hand))
			if strings.Contains(text(w.hand(waits, id)), "could not be played") {
				t.Error("told once more after the next card")
			}
		})
	}
}

// step is the step that the page's buttons about the queue carry.
func step(s chat.Screen) string { return strings.Fields(line(s, "queue "))[2] }

func stepOf(s chat.Screen) string { return strings.Fields(line(s, "do "))[2] }

// TestQueuedCardIsSecret: until it is played nothing is shown to anybody else, and
// what they see when they look is the same as in a world without it, byte by byte;
// what is played then looks as if it was played at once.
func TestQueuedCardIsSecret(t *testing.T) {
	t.Parallel()
	none, some := othersSee(t, false), othersSee(t, true)
	if !slices.Equal(none, some) {
		t.Errorf("without a card set ahead others see\n%s\nand with one\n%s", strings.Join(none, "\n"), strings.Join(some, "\n"))
	}
}

// othersSee is what the public and the other player are shown and told while
// somebody waits for their turn, and sets a card ahead or not.
func othersSee(t *testing.T, set bool) (all []string) {
	synctest.Test(t, func(t *testing.T) {
		seen := new(traffic)
		always := rand.NewChaCha8([32]byte{1}) // the same cards every time
		w := startWorld(t, memory.New(), withHook(seen.hook), func(w *world) { w.random = always })
		id := w.seat("anna", "bert", "spieleversum 2")
		leads, waits := w.atTricks(id)
		synctest.Wait()
		seen.but = private(waits)
		seen.byPlace()
		held := w.deal(id).View(seat(waits)).Hand.Cards
		if set {
			w.mustSay(waits, "queue "+held.Lowest().String())
			w.mustSay(waits, "queue "+held.Highest().String())
			synctest.Wait()
			if shown := seen.byPlace(); len(shown) > 0 {
				t.Fatalf("others are shown %q", shown)
			}
		}
		for _, who := range []string{leads, "carl"} {
			a := w.says(who, "hand "+id)
			all = append(all, a.Alert)
			if a.Screen != nil {
				all = append(all, fmt.Sprintf("%+v %+v", a.Screen.Text, a.Screen.Buttons))
			}
		}
		w.mustSay("carl", "table "+id)
		synctest.Wait()
		all = append(all, seen.byPlace()...)
	})
	return all
}

// TestQueueRefused: what can't be set is refused with a reason, and changes
// nothing.
func TestQueueRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refuses("anna", "queue XXI", "no-such-table")
	id := w.seat("anna", "bert", "spieleversum 2")
	w.refuses("anna", "queue XXI", "queue-phase")
	leads, waits := w.atTricks(id)
	mine := w.deal(id).View(seat(waits)).Hand.Cards.Lowest()
	theirs := w.deal(id).View(seat(leads)).Hand.Cards.Lowest()
	set := line(*w.mustSay(waits, line(w.hand(waits, id), "queue ")).Screen, "queue ")
	w.unchanged("refused", func() {
		w.refuses(leads, "queue "+theirs.String(), "queue-turn")
		w.refuses(waits, "queue "+theirs.String(), "queue-not-held")
		w.refuses(waits, "queue ✈", "queue-unread", "Typed", "✈")
		w.refuses(waits, "queue zzzzzzzz "+mine.String(), "no-table")
		w.refuses("carl", set, "not-seated")
	})
	for range 2 {
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
	}
	w.unchanged("an old button", func() { w.refuses(waits, set, "stale") })
}

// TestTypedWithCode: with several matches going on a move and a card set ahead are
// typed with the code of the table, before what is said or behind it; without, the
// answer says how, in the reader's own words.
func TestTypedWithCode(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	first := w.seat("anna", "bert", "spieleversum 2")
	leads, waits := w.atTricks(first)
	second := w.seat(leads, "carl", "spieleversum 2")
	lead := w.deal(first).Prompt(seat(leads)).Pick.From.Lowest()
	for lang, word := range map[string]string{"en": "play", "de": "spiel"} {
		told := w.input(chat.Input{ID: w.newID(), User: user(leads), Name: leads, Lang: lang, Line: "spiele " + lead.String()})
		one, other := word+" "+first+" "+lead.String(), word+" "+second+" "+lead.String()
		if !told.Refused || !strings.Contains(told.Alert, one) && !strings.Contains(told.Alert, other) {
			t.Errorf("%s: told is %q, want %q in it", lang, told.Alert, one)
		}
	}

	ahead := w.deal(first).View(seat(waits)).Hand.Cards.Lowest()
	for _, line := range []string{
		"queue " + first + " " + ahead.String(), "queue " + ahead.String() + " " + first, "queue play " + ahead.String(),
		"vormerken " + strings.ToUpper(first) + " " + ahead.String(),
	} {
		w.mustSay(waits, "queue off "+first)
		w.mustSay(waits, line)
		if !strings.Contains(text(w.hand(waits, first)), "Your next card") {
			t.Errorf("%q sets nothing ahead", line)
		}
	}
	w.mustSay(waits, "queue "+first+" off")

	w.unchanged("no card is named", func() {
		w.refuses(leads, "play "+first, "bare.play")
		w.refuses("carl", "play "+first+" "+lead.String(), "not-seated")
	})
	w.mustSay(leads, "spiel "+lead.String()+" "+first)
	right := w.deal(first).Prompt(seat(waits)).Pick.From.Lowest()
	w.mustSay(waits, "play "+first+" "+right.String())
}

// TestQueueGoesWithUndo: when a move is taken back, what was set ahead for what
// followed is forgotten.
func TestQueueGoesWithUndo(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("loew")
	people := []string{"anna", "bert", "carl"}
	who, m := w.anyMove(id, people...)
	for ; !strings.Contains(m, " play "); who, m = w.anyMove(id, people...) {
		w.mustSay(who, m)
	}
	w.mustSay(who, m)
	last := people[(slices.Index(people, who)+2)%3]
	right := w.deal(id).View(seat(last)).Hand.Cards.Lowest()
	w.mustSay(last, "queue "+right.String())
	w.mustSay(who, "undo "+id)
	for _, other := range people {
		if other != who {
			w.mustSay(other, "consent yes")
		}
	}
	if strings.Contains(text(w.hand(last, id)), "Your next card") {
		t.Error("it is still set after the lead was taken back")
	}
}
