// Package double has what the test doubles of chat networks share, and doubles of what a platform is
// given: Host serves a network, on this machine or in memory, Changes guards its state, Notes and Log
// are a platform's notes and log.
package double

import (
	"context"
	"fmt"
	"sync"
)

// Changes is a lock for the state of a test double that also signals changes. The zero value is ready.
type Changes struct {
	sync.Mutex
	next chan struct{} // closed by the next change; nil without waiters
}

// Signal signals a change. The lock must be held.
func (c *Changes) Signal() {
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// Do holds the lock, changes the state and signals the change.
func (c *Changes) Do(change func()) {
	c.Lock()
	defer c.Unlock()
	change()
	c.Signal()
}

// Locked holds the lock and returns a part of the state.
func Locked[T any](lock sync.Locker, part func() T) T {
	lock.Lock()
	defer lock.Unlock()
	return part()
}

// Next returns a channel that is closed at the next change.
func (c *Changes) Next() <-chan struct{} {
	return Locked(c, func() chan struct{} {
		if c.next == nil {
			c.next = make(chan struct{})
		}
		return c.next
	})
}

// Wait waits until the condition holds. It checks the condition after every change.
func (c *Changes) Wait(ctx context.Context, condition func() bool) error {
	for {
		next := c.Next()
		if condition() {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return fmt.Errorf("double: waited in vain: %w", context.Cause(ctx))
		}
	}
}

// Watcher waits for changes since its last Look.
type Watcher struct {
	Changes *Changes
	seen    <-chan struct{} // closed at the first change after Look
}

// Look marks all changes until now as seen.
func (w *Watcher) Look() { w.seen = w.Changes.Next() }

// Changed waits for a change since Look.
func (w *Watcher) Changed(ctx context.Context) error {
	if w.seen == nil {
		w.Look()
	}
	select {
	case <-w.seen:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("double: nothing changes: %w", context.Cause(ctx))
	}
}
