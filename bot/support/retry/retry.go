// Package retry waits between tries.
package retry

import (
	"context"
	"time"
)

// Sleep waits; false if ctx ends before.
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

// Backoff is how long to wait after each failure in a row: twice as long as after the
// one before.
type Backoff struct {
	First, Last time.Duration // the shortest and the longest wait; no Last is no bound

	next time.Duration
}

// Next is the wait after one failure more.
func (b *Backoff) Next() time.Duration {
	wait := max(b.First, b.next)
	if b.next = 2 * wait; b.Last > 0 {
		b.next = min(b.next, b.Last)
	}
	return wait
}

// Reset begins anew, after a success.
func (b *Backoff) Reset() { b.next = 0 }

// Sleep waits as long as is to be waited after one failure more; false if ctx ends
// before.
func (b *Backoff) Sleep(ctx context.Context) bool { return Sleep(ctx, b.Next()) }
