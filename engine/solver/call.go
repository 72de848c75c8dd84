package solver

import (
	"context"
	"fmt"
)

type call struct {
	ctx       context.Context
	budget    int // the most cards to play; 0 means no limit
	nodes     int
	nextCheck int
	err       error
}

const checkInterval = 4096

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

func (c *call) interrupted() bool { return c.nodes >= c.nextCheck && c.checkLimits() }

// settled reports whether the search for goal ends here, because f decides it or the call must end.
func (c *call) settled(f *found, low, high, goal int) (bound int, done bool) {
	f.narrow(low, high)
	if bound, ok := f.decides(goal); ok {
		return bound, true
	}
	return f.low, c.interrupted()
}

// converge finds a value between low and high by MTD(f). It asks for bounds, first at guess, until one value is left or
// the call is interrupted.
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
