package solver

import (
	"context"
	"fmt"
)

// call is what a call of a Solver may spend on its search, and has spent.
type call struct {
	ctx       context.Context
	budget    int // how many cards may be played; 0 is no limit
	nodes     int // how many have been
	nextCheck int // how many to play before budget and context are looked at
	err       error
}

// checkInterval is how many cards are played between two looks at the context.
const checkInterval = 4096

// checkLimits looks at context and budget, and says whether the call has to end.
func (c *call) checkLimits() bool {
	if c.err != nil {
		return true
	}
	if err := c.ctx.Err(); err != nil {
		c.err = fmt.Errorf("solver: %w", err)
	} else if c.budget > 0 && c.nodes >= c.budget {
		c.err = ErrBudget
	}
	c.nextCheck = c.nodes + checkInterval
	if c.budget > 0 {
		c.nextCheck = min(c.nextCheck, c.budget)
	}
	return c.err != nil
}

// interrupted reports whether the call must end. It checks the limits only when the
// next check is due.
func (c *call) interrupted() bool { return c.nodes >= c.nextCheck && c.checkLimits() }

// converge finds a value between low and high: it asks whether the value reaches a
// goal, at first the guess, and goes on from the bound that it is told.
func (c *call) converge(low, high, guess int, bound func(goal int) int) int {
	goal := max(min(guess, high), low+1)
	for low < high && c.err == nil {
		if v := bound(goal); v >= goal {
			low, goal = v, v+1
		} else {
			high, goal = v, max(v, low+1)
		}
	}
	return low
}
