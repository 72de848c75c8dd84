package tables

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
	"tarockbot/storage"
)

// Change is what one input does to one table: the changed copy, and what has
// to be stored in the same commit.
type Change struct {
	*match.Table
	Docs []storage.Doc
	Who  people.Person
	Also *match.Table // a table that begins with this change
	held sync.Locker

	marked bool // the table itself says that the input has had its effect
}

// Acted says whether the input is one by which a seat acted last.
func (c *Change) Acted(in chat.Input) bool {
	sum := keep.InputSum(in)
	return slices.ContainsFunc(c.Chairs, func(x match.Chair) bool { return x.Acted == sum })
}

// Mark notes by which input the seat acts. A second delivery finds that, and after
// later acts an old step, so it needs no document of its own.
func (c *Change) Mark(s engine.Seat, in chat.Input) {
	c.Chairs[s].Acted, c.marked = keep.InputSum(in), true
}

// alone makes sure that nothing else that needs the lock is decided until this
// change is durable.
func (c *Change) alone(lock sync.Locker) {
	if c.held == nil {
		lock.Lock()
		c.held = lock
	}
}

// release gives the lock back that the change was alone with.
func (c *Change) release() {
	if c.held != nil {
		c.held.Unlock()
		c.held = nil
	}
}
