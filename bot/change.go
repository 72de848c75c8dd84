package bot

import (
	"slices"
	"sync"

	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
	"tarockbot/storage"
)

// change is what one input does to one table: the changed copy, and what has
// to be stored in the same commit.
type change struct {
	*match.Table
	docs []storage.Doc
	who  people.Person
	also *match.Table // a table that begins with this change
	held sync.Locker

	marked bool // the table itself says that the input has had its effect
}

// acted says whether the input is one by which a seat acted last.
func (c *change) acted(in Input) bool {
	sum := keep.InputSum(in)
	return slices.ContainsFunc(c.Chairs, func(x match.Chair) bool { return x.Acted == sum })
}

// marks notes by which input the seat acts. A second delivery finds that, and after
// later acts an old step, so it needs no document of its own.
func (c *change) marks(s engine.Seat, in Input) {
	c.Chairs[s].Acted, c.marked = keep.InputSum(in), true
}

// alone makes sure that nothing else that needs the lock is decided until this
// change is durable.
func (c *change) alone(lock sync.Locker) {
	if c.held == nil {
		lock.Lock()
		c.held = lock
	}
}

// release gives the lock back that the change was alone with.
func (c *change) release() {
	if c.held != nil {
		c.held.Unlock()
		c.held = nil
	}
}
