package main

import (
	"errors"
	"sync/atomic"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
)

// computers makes the bot's computer players and their faults.
type computers struct {
	panics   atomic.Int64 // the number of next moves to panic, if above 0
	panicked atomic.Int64 // the number of moves that have panicked
}

// computer is a computer player of the simulation, which may panic. One that thinks needs thoughtTime for
// each move.
type computer struct {
	robot.Player
	all    *computers
	thinks bool
}

// Act implements robot.Player.
func (c computer) Act(v engine.View, ask engine.Prompt, d *dice.Dice) []engine.Action {
	if c.thinks {
		<-time.After(thoughtTime)
	}
	if c.all.panics.Add(-1) >= 0 {
		c.all.panicked.Add(1)
		panic(errPlayer)
	}
	return c.Player.Act(v, ask, d)
}

// errPlayer is the value of computer players' panics.
var errPlayer = errors.New("a computer player is at fault")

// newPlayer returns a computer player of the level. All of them play by rules of thumb, which takes no
// time.
func (c *computers) newPlayer(l robot.Level) robot.Player {
	thinks := l.Thinks()
	if thinks {
		l = robot.Medium
	}
	return computer{l.New(), c, thinks}
}
