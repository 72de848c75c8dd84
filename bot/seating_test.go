package bot_test

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

func isolated(who string) string {
	return "\u2068" + who + "\u2069"
}

// TestLastSeatAtOnce: of several who take the last seat in the same moment one
// gets it.
func TestLastSeatAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "challenge illustrated")
	id := w.challenge()
	var inputs []chat.Input
	for _, who := range []string{"bert", "carl", "dora", "emil", "fred"} {
		inputs = append(inputs, w.in(who, "accept "+id))
	}
	if n := accepted(w.atOnce(inputs...)); n != 2 {
		t.Errorf("%d got one of two seats", n)
	}
	w.wait(public, isBoard)
}

// TestTakeOverUnderWay: a press on its way while the computer takes the seat over
// is the seat's move or nothing; afterwards no button of the seat does anything
// for who has left, and the others play on.
func TestTakeOverUnderWay(t *testing.T) {
	t.Parallel()
	for range 8 {
		w := introduced(t, "bert", "carl")
		id := w.seat("beck", "anna", "bert", "carl")
		for move(w.hand("carl", id)) == "" {
			who, m := w.anyMove(id, "anna", "bert")
			w.mustSay(who, m)
		}
		own, m := acting(w.hand("carl", id)), move(w.hand("carl", id))
		answers := w.atOnce(w.in("carl", m), w.in("carl", "leave "+id+" yes"))
		if answers[1].Refused {
			t.Fatalf("carl can't leave: %q", answers[1].Alert)
		}
		moves := w.moves(id, 0)
		i := slices.IndexFunc(moves, func(m engine.Move) bool { return m.Seat == 2 })
		if !answers[0].Refused && (i < 0 || !tellsOf("carl "+m, moves[i])) {
			t.Errorf("%q is accepted, and played is %v", m, moves)
		}
		w.unchanged("a button of who has left", func() {
			for _, l := range append(own, "undo "+id, "resign "+id+" yes", "leave "+id+" yes") {
				if a := w.says("carl", l); !a.Refused || a.Alert == "" {
					t.Fatalf("carl has left, and his %q got %+v", l, a)
				}
			}
		})
		who, m := w.anyMove(id, "anna", "bert")
		if who == "" {
			t.Fatal("nobody is asked once carl has left")
		}
		w.mustSay(who, m)
	}
}
