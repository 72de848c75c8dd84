package main

import (
	"errors"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
)

// computer is a computer player of the simulation, which may panic. One that thinks needs thoughtTime for
// each move.
type computer struct {
	robot.Player
	trouble *trouble
	thinks  bool
}

// Act implements robot.Player.
func (c computer) Act(v engine.View, ask engine.Prompt, d *dice.Dice) []engine.Action {
	if c.thinks {
		<-time.After(thoughtTime)
	}
	if c.trouble.panics.Add(-1) >= 0 {
		c.trouble.panicked.Add(1)
		panic(errPlayer)
	}
	return c.Player.Act(v, ask, d)
}

// thoughtTime is the duration of a thought. It keeps the ends of thoughts, one after the other, apart from the end
// of the screens' wait for them: 150 ms are a multiple of the bot's least thought of 50 ms, but not of this longer
// one.
const thoughtTime = 61 * time.Millisecond

// errPlayer is the value of computer players' panics.
var errPlayer = errors.New("a computer player is at fault")

// newPlayer returns a computer player of the level. All of them play by rules of thumb, which takes no
// time.
func (w *world) newPlayer(l robot.Level) robot.Player {
	if l.Thinks() {
		return computer{robot.Medium.New(), &w.trouble, true}
	}
	return computer{l.New(), &w.trouble, false}
}
