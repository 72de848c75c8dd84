package bot_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage/memory"
)

// claimer is a thinker that may fault when it is to claim the rest of the deal.
type claimer struct {
	thinker
	faults atomic.Bool
}

// Claim implements robot.Claimer.
func (p *claimer) Claim(_ engine.View, chosen engine.Action, _ *dice.Dice) (engine.Action, bool) {
	if p.faults.Load() {
		panic("XXI")
	}
	return chosen, false
}

// TestFault57Claim: a player that faults when it is to claim is one that has failed.
func TestFault57Claim(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &claimer{thinker: thinker{takes: 20 * time.Millisecond}}
		w := startWorld(t, memory.New(), thinks(&p.thinker), func(w *world) {
			w.players = func(l robot.Level) robot.Player {
				if l == robot.Strong {
					return p
				}
				return l.New()
			}
		})
		id := beginThinking(w, "spieleversum 2")
		toTricks(w, id)
		p.faults.Store(true)
		for !strings.Contains(w.log.String(), "the computer hasn't moved") {
			pressFirst(w, id)
			settle(w, id)
		}
		if told := w.log.String(); strings.Count(told, "level=ERROR") != 1 || strings.Contains(told, "XXI") {
			t.Errorf("the operator is told:\n%s", told)
		}
		if hand := w.hand("anna", id); move(hand) == "" || line(hand, "rest ") != "" {
			t.Errorf("the table is stuck, or something is claimed:\n%s", text(hand))
		}
	})
}
