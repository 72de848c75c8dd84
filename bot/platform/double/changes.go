package double

import (
	"context"
	"fmt"
	"sync"
)

// Changes is a lock that signals changes of its state. The zero value is ready.
type Changes struct {
	sync.Mutex
	next chan struct{}
}

// Signal wakes all waiters. The lock must be held.
func (c *Changes) Signal() {
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// Do calls change with the lock held, then signals.
func (c *Changes) Do(change func()) {
	c.Lock()
	defer c.Unlock()
	change()
	c.Signal()
}

// Locked returns part's result, with the lock held.
func Locked[T any](lock sync.Locker, part func() T) T {
	lock.Lock()
	defer lock.Unlock()
	return part()
}

// Next returns a channel that the next change closes.
func (c *Changes) Next() <-chan struct{} {
	return Locked(c, func() chan struct{} {
		if c.next == nil {
			c.next = make(chan struct{})
		}
		return c.next
	})
}

// Wait waits for the condition, which must lock the state. The error wraps the context's cause.
func (c *Changes) Wait(ctx context.Context, condition func() bool) error {
	for {
		next := c.Next()
		if condition() {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return fmt.Errorf("double: condition not met: %w", context.Cause(ctx))
		}
	}
}

// Await is Wait for a condition that needs the lock held.
func (c *Changes) Await(ctx context.Context, condition func() bool) error {
	return c.Wait(ctx, func() bool { return Locked(c, condition) })
}

// Watcher waits for changes since its last Look.
type Watcher struct {
	Changes *Changes
	next    <-chan struct{} // nil before the first Look
}

// Look marks all changes as seen.
func (w *Watcher) Look() { w.next = w.Changes.Next() }

// Changed waits for a change since the last Look, or since this call if there was no Look.
func (w *Watcher) Changed(ctx context.Context) error {
	if w.next == nil {
		w.Look()
	}
	select {
	case <-w.next:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("double: no change: %w", context.Cause(ctx))
	}
}
