package main

import (
	"sync/atomic"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
)

// computers makes the bot's computer players and their faults.
type computers struct {
	panics atomic.Int64 // number of the next moves that panic; falls below 0 afterwards
}

// breakMoves makes that many of the next moves panic; with 0, none.
func (c *computers) breakMoves(count int) { c.panics.Store(int64(count)) }

// computer is a computer player of the simulation, which may panic. One that thinks needs thoughtTime for
// each move.
type computer struct {
	robot.Player
	owner  *computers
	thinks bool
}

// Act implements robot.Player.
func (c computer) Act(v engine.View, ask engine.Prompt, d *dice.Dice) []engine.Action {
	if c.thinks {
		<-time.After(thoughtTime)
	}
	if c.owner.panics.Add(-1) >= 0 {
		panic(computerFault{})
	}
	return c.Player.Act(v, ask, d)
}

// computerFault is the value of computer players' panics. The bot's error for a panic names the value's type.
type computerFault struct{}

// newPlayer returns a computer player of the level. A level that thinks is played by Medium after thoughtTime.
func (c *computers) newPlayer(l robot.Level) robot.Player {
	thinks := l.Thinks()
	if thinks {
		l = robot.Medium
	}
	return computer{Player: l.New(), owner: c, thinks: thinks}
}
