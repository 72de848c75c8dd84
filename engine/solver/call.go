package solver

import (
	"context"
	"fmt"
)

// call holds the limits and the progress of one call of a Solver.
type call struct {
	ctx       context.Context
	budget    int // the most cards to play; 0 is no limit
	nodes     int // the cards played so far
	nextCheck int // the number of nodes at which the limits are checked next
	err       error
}

// checkInterval is the number of cards played between two checks of the limits.
const checkInterval = 4096

// checkLimits checks context and budget, sets the error and the next check, and reports
// whether the call must end.
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

// settled narrows f, and reports whether the search for the goal ends here with the bound,
// because f decides it or the call must end.
func (c *call) settled(f *found, low, high, goal int) (bound int, done bool) {
	f.narrow(low, high)
	if bound, ok := f.decides(goal); ok {
		return bound, true
	}
	return f.low, c.interrupted()
}

// converge finds a value between low and high by MTD(f). It asks for a bound at a goal,
// first the guess, and narrows the range until one value is left or the call is
// interrupted.
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
