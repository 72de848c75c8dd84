// Package retry waits between attempts.
package retry

import (
	"context"
	"time"
)

// Sleep waits, and reports whether it waited to the end: ctx may end first.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Backoff computes waits after failures in a row. Each is twice as long as the one before.
type Backoff struct {
	First, Last time.Duration // the shortest and the longest wait; a Last of 0 is no limit

	next time.Duration
}

// Next counts a failure and returns how long to wait.
func (b *Backoff) Next() time.Duration {
	wait := max(b.First, b.next)
	if b.next = 2 * wait; b.Last > 0 {
		b.next = min(b.next, b.Last)
	}
	return wait
}

// Reset starts again with the shortest wait, after a success.
func (b *Backoff) Reset() { b.next = 0 }

// Sleep counts a failure and waits. It reports whether it waited to the end: ctx may end first.
func (b *Backoff) Sleep(ctx context.Context) bool { return Sleep(ctx, b.Next()) }
