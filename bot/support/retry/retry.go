// Package retry has the waits between attempts.
package retry

import (
	"context"
	"time"
)

// Sleep waits for d, or until ctx ends. It reports whether it waited for all of d and ctx hasn't ended.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// Backoff computes the waits after failures in a row. Each wait is twice as long as the one before.
type Backoff struct {
	First, Last time.Duration // the shortest and the longest wait; a Last of 0 is no limit

	next time.Duration
}

// Next counts a failure and returns the wait after it.
func (b *Backoff) Next() time.Duration {
	wait := max(b.First, b.next)
	if b.next = 2 * wait; b.Last > 0 {
		b.next = min(b.next, b.Last)
	}
	return wait
}

// Reset counts a success: the next wait is the shortest one.
func (b *Backoff) Reset() { b.next = 0 }

// Sleep counts a failure and waits until the wait is over or ctx ends. It reports whether the wait is over.
func (b *Backoff) Sleep(ctx context.Context) bool { return Sleep(ctx, b.Next()) }
