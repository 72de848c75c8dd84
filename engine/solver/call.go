package solver

import (
	"context"
	"fmt"
)

// call is what a call of a Solver may spend on its search, and has spent.
type call struct {
	ctx    context.Context
	budget int // how many cards may be played; 0 is no limit
	nodes  int // how many have been
	pause  int // how many to play before budget and context are looked at
	err    error
}

// pauseNodes is how many cards are played between two looks at the context.
const pauseNodes = 4096

// halted looks at context and budget, and says whether the call has to end.
func (c *call) halted() bool {
	if c.err != nil {
		return true
	}
	if err := c.ctx.Err(); err != nil {
		c.err = fmt.Errorf("solver: %w", err)
	} else if c.budget > 0 && c.nodes >= c.budget {
		c.err = ErrBudget
	}
	c.pause = c.nodes + pauseNodes
	if c.budget > 0 {
		c.pause = min(c.pause, c.budget)
	}
	return c.err != nil
}

// settled takes the bounds of a position in. It says whether the search goes no further,
// for they tell if the value reaches the goal or the call has to end, and the bound that
// there is then.
func (c *call) settled(f *found, low, high, goal int) (bound int, ok bool) {
	f.narrow(low, high)
	if bound, ok := f.decides(goal); ok {
		return bound, true
	}
	return f.low, c.nodes >= c.pause && c.halted()
}

// converge finds a value between low and high: it asks whether the value reaches a
// goal, at first the guess, and goes on from the bound that it is told.
func (c *call) converge(low, high, guess int, ask func(goal int) int) int {
	goal := max(min(guess, high), low+1)
	for low < high && c.err == nil {
		if v := ask(goal); v >= goal {
			low, goal = v, v+1
		} else {
			high, goal = v, max(v, low+1)
		}
	}
	return low
}
