package bot_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage/memory"
)

// claimer is a thinker that claims the rest of the deal with every lead, as long as it is to.
type claimer struct {
	thinker
	claims atomic.Bool
	faults atomic.Bool
}

// Claim implements robot.Claimer.
func (p *claimer) Claim(v engine.View, chosen engine.Action, _ *dice.Dice) (engine.Action, bool) {
	if p.faults.Load() {
		panic("XXI")
	}
	return chosen, p.claims.Load() && v.Phase == engine.Playing && v.Trick.N == 0
}

// claims lets the strong computer be p.
func claims(p *claimer) func(*world) {
	usual := thinks(&p.thinker)
	return func(w *world) {
		usual(w)
		w.players = func(l robot.Level) robot.Player {
			if l == robot.Strong {
				return p
			}
			return l.New()
		}
	}
}

// claimed tests a match of anna's against a computer that has claimed the rest with its lead.
func claimed(t *testing.T, terms string, test func(w *world, p *claimer, id string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &claimer{thinker: thinker{takes: 20 * time.Millisecond}}
		p.claims.Store(true)
		w := startWorld(t, memory.New(), claims(p))
		id := w.beginThinking(terms)
		w.toTricks(id)
		w.untilClaimed(id)
		test(w, p, id)
	})
}

// untilClaimed plays until the computer claims the rest of the deal.
func (w *world) untilClaimed(id string) {
	w.t.Helper()
	for restLine(w.hand("anna", id)) == "" {
		w.pressed(id)
		w.settle(id)
	}
}

// restLine is what the button says that lets the rest be played; "" if there is none.
func restLine(s chat.Screen) string { return line(s, "rest ") }

// takesRest is what is told in a table's panel of the computer that claims, in seat 2.
func takesRest() string {
	return said("panel.rest", "Name", "② "+isolated(said("name.computer.strong")))
}

// answers hands in a line of anna's that must be answered by the text with that id.
func (w *world) answers(line, id string) {
	w.t.Helper()
	if a := w.mustSay("anna", line); a.Alert != said(id) {
		w.t.Errorf("%q is answered %q, want %q", line, a.Alert, said(id))
	}
}

// TestRest: when the computer takes every trick that is left, whoever plays against it can
// let the rest be played. It goes by actions as always, is told as what it is, and the next
// deal they play themselves.
func TestRest(t *testing.T) {
	t.Parallel()
	claimed(t, "spieleversum 2", func(w *world, _ *claimer, id string) {
		hand := w.hand("anna", id)
		if s := text(hand); !strings.Contains(s, takesRest()) {
			t.Errorf("the hand doesn't say %q:\n%s", takesRest(), s)
		}
		w.answers(restLine(hand), "rest.done")
		s := text(w.hand("anna", id))
		if want := said("clock.yields", "Name", "① "+isolated("anna")); !strings.Contains(s, want) || strings.Contains(s, takesRest()) {
			t.Errorf("the hand doesn't say %q alone:\n%s", want, s)
		}
		w.tells("anna", "games.absent")
		w.refuses("anna", "rest "+id, "done-already")
		for len(w.record(id).Actions) > 0 && !strings.Contains(text(w.hand("anna", id)), said("news.last", "Number", 1)) {
			w.settle(id)
		}
		var r engine.Record
		if !w.read("deal", id+"-1", &r) || w.replayed(r).Result().End.CutShort() {
			t.Errorf("the deal wasn't played to its end: %v", r)
		}
		if c := w.chairs(id)[0]; c.Absent || c.TimedOut > 0 {
			t.Errorf("after the deal the chair is %+v", c)
		}
		if move(w.hand("anna", id)) == "" {
			t.Errorf("the next deal isn't anna's to play:\n%s", text(w.hand("anna", id)))
		}
		w.checkRecords()
	})
}

// TestRestIsStored: what the computer claims, and who lets the rest be played, outlasts a
// restart.
func TestRestIsStored(t *testing.T) {
	t.Parallel()
	claimed(t, "spieleversum 2", func(w *world, _ *claimer, id string) {
		w.restart()
		w.mustSay("anna", restLine(w.hand("anna", id)))
		w.restart()
		w.settle(id)
		if s := text(w.hand("anna", id)); !strings.Contains(s, said("news.last", "Number", 1)) {
			t.Errorf("the deal isn't over:\n%s", s)
		}
	})
}

// TestRestIsRefused: nobody lets the rest be played that isn't claimed, or by an old button.
func TestRestIsRefused(t *testing.T) {
	t.Parallel()
	claimed(t, "spieleversum 2", func(w *world, p *claimer, id string) {
		old := restLine(w.hand("anna", id))
		p.claims.Store(false)
		for restLine(w.hand("anna", id)) != "" { // until it leads again, or has lost a trick
			w.pressed(id)
			w.settle(id)
		}
		if s := text(w.hand("anna", id)); strings.Contains(s, takesRest()) {
			t.Errorf("the hand still tells of a claim:\n%s", s)
		}
		w.refuses("anna", old, "stale")
		w.refuses("anna", "rest", "no-rest")
		w.refuses("anna", "rest "+id, "no-rest")
		w.refuses("bert", "rest "+id, "not-seated")
		w.refuses("bert", "rest", "no-such-table")
	})
}

// TestRestTyped: the word alone finds the table where the rest is claimed.
func TestRestTyped(t *testing.T) {
	t.Parallel()
	claimed(t, "spieleversum 2", func(w *world, _ *claimer, id string) {
		w.mustSay("anna", "practice strohmandeln easy")
		w.answers("rest", "rest.done")
		if !w.chairs(id)[0].Absent {
			t.Error("it was done somewhere else")
		}
		w.settle(id)
	})
}

// TestRestUndone: while the rest is played a move can be taken back as always; then the
// person plays on, and can let the rest be played again.
func TestRestUndone(t *testing.T) {
	t.Parallel()
	claimed(t, "spieleversum 2", func(w *world, _ *claimer, id string) {
		w.mustSay("anna", restLine(w.hand("anna", id)))
		moves := len(w.record(id).Actions)
		w.answers("undo", "undo.done")
		w.settle(id)
		if n := len(w.record(id).Actions); n != moves-1 {
			t.Errorf("of %d moves there are %d", moves, n)
		}
		if hand := w.hand("anna", id); w.chairs(id)[0].Absent || move(hand) == "" || restLine(hand) != "" {
			t.Errorf("the hand is\n%s", text(hand))
		}
		w.untilClaimed(id)
		w.mustSay("anna", restLine(w.hand("anna", id)))
		w.mustSay("anna", line(w.hand("anna", id), "back "))
		w.settle(id)
		if move(w.hand("anna", id)) == "" {
			t.Errorf("anna isn't back:\n%s", text(w.hand("anna", id)))
		}
	})
}

// TestRestOfThree: where two play against the computer each of them lets the rest be played
// or not.
func TestRestOfThree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &claimer{thinker: thinker{takes: 20 * time.Millisecond}}
		p.claims.Store(true)
		w := startWorld(t, memory.New(), claims(p))
		w.mustSay("bert", "help")
		w.mustSay("anna", "challenge @bert illustrated strong")
		synctest.Wait()
		id := w.challenge()
		w.mustSay("bert", "accept "+id)
		w.settle(id)
		for restLine(w.hand("bert", id)) == "" {
			who := w.onTurn(id, "anna", "bert")
			w.mustSay(who, move(w.hand(who, id)))
			w.settle(id)
		}
		if s := text(w.hand("anna", id)); restLine(w.hand("anna", id)) == "" || !strings.Contains(s, said("panel.rest", "Name", "③ "+isolated(said("name.computer.strong")))) {
			t.Errorf("anna isn't told of the claim:\n%s", s)
		}
		w.mustSay("bert", restLine(w.hand("bert", id)))
		w.settle(id)
		if w.chairs(id)[0].Absent || !w.chairs(id)[1].Absent || restLine(w.hand("anna", id)) == "" {
			t.Errorf("the chairs are %+v", w.chairs(id))
		}
		if waited := w.waited(id, "anna", "bert"); !slices.Equal(waited, []string{"anna"}) {
			t.Errorf("%q are waited for", waited)
		}
		w.mustSay("anna", restLine(w.hand("anna", id)))
		w.settle(id)
		if s := text(w.hand("anna", id)); !strings.Contains(s, said("news.last", "Number", 1)) {
			t.Errorf("the deal isn't over:\n%s", s)
		}
	})
}

// TestFault57Claim: a player that faults when it is to claim is one that has failed.
func TestFault57Claim(t *testing.T) {
	t.Parallel()
	claimed(t, "spieleversum 2", func(w *world, p *claimer, id string) {
		p.faults.Store(true)
		for !strings.Contains(w.log.String(), "the computer hasn't moved") {
			w.pressed(id)
			w.settle(id)
		}
		if told := w.log.String(); strings.Count(told, "level=ERROR") != 1 || strings.Contains(told, "XXI") {
			t.Errorf("the operator is told:\n%s", told)
		}
		if hand := w.hand("anna", id); move(hand) == "" || restLine(hand) != "" {
			t.Errorf("the table is stuck, or something is claimed:\n%s", text(hand))
		}
	})
}
