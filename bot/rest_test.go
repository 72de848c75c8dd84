package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage/memory"
)

// claimer is a thinker that faults when it is to claim the rest of the deal.
type claimer struct{ thinker }

// Claim implements robot.Claimer.
func (*claimer) Claim(engine.View, engine.Action, *dice.Dice) (engine.Action, bool) { panic("XXI") }

// TestFault57Claim: a player that faults when it is to claim is one that has failed.
func TestFault57Claim(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &claimer{thinker: thinker{takes: 20 * time.Millisecond}}
		w := startWorld(t, memory.New(), thinks(&p.thinker), func(w *world) { w.players = func(robot.Level) robot.Player { return p } })
		id := w.beginThinking("spieleversum 2")
		w.toTricks(id)
		for !strings.Contains(w.log.String(), "the computer hasn't moved") {
			w.pressed(id)
			w.settle(id)
		}
		if told := w.log.String(); strings.Count(told, "level=ERROR") != 1 || strings.Contains(told, "XXI") {
			t.Errorf("the operator is told:\n%s", told)
		}
		if hand := w.hand("anna", id); move(hand) == "" || line(hand, "rest ") != "" {
			t.Errorf("the table is stuck, or something is claimed:\n%s", text(hand))
		}
	})
}
