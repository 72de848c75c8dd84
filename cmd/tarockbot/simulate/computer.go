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
