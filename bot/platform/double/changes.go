package double

import (
	"context"
	"fmt"
	"sync"
)

// Changes is a lock of a test double's state that also signals changes of it. The zero value is ready.
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

// Do calls the function, which changes the state, with the lock held, and signals the change.
func (c *Changes) Do(change func()) {
	c.Lock()
	defer c.Unlock()
	change()
	c.Signal()
}

// Locked calls the function with the lock held and returns its result, a part of the state.
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

// Wait waits until the condition holds, and checks it after every change. The condition must lock what it reads. The
// error wraps the context's cause.
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

// Await does the same as Wait for a condition that is called with the lock held.
func (c *Changes) Await(ctx context.Context, condition func() bool) error {
	return c.Wait(ctx, func() bool { return Locked(c, condition) })
}

// Watcher waits for changes since its last Look.
type Watcher struct {
	Changes *Changes
	next    <-chan struct{} // closed at the first change after Look; nil before the first Look
}

// Look marks all changes until now as seen.
func (w *Watcher) Look() { w.next = w.Changes.Next() }

// Changed waits for a change since Look, or from now on without a Look. The error wraps the context's cause.
func (w *Watcher) Changed(ctx context.Context) error {
	if w.next == nil {
		w.Look()
	}
	select {
	case <-w.next:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("double: nothing changes: %w", context.Cause(ctx))
	}
}
