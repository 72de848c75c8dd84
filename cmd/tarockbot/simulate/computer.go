package main

import (
	"sync/atomic"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
)

type computers struct {
	panics atomic.Int64 // number of the next moves that panic; falls below 0
}

func (c *computers) breakMoves(count int) { c.panics.Store(int64(count)) }

type computer struct {
	robot.Player
	owner  *computers
	thinks bool
}

func (c computer) Act(v engine.View, ask engine.Prompt, d *dice.Dice) []engine.Action {
	if c.thinks {
		<-time.After(thoughtTime)
	}
	if c.owner.panics.Add(-1) >= 0 {
		panic(computerFault{})
	}
	return c.Player.Act(v, ask, d)
}

// computerFault is the value of computer players' panics. The bot's error names its type.
type computerFault struct{}

func (c *computers) newPlayer(l robot.Level) robot.Player {
	thinks := l.Thinks()
	if thinks {
		l = robot.Medium
	}
	return computer{Player: l.New(), owner: c, thinks: thinks}
}
