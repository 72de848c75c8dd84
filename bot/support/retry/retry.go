// Package retry provides waits between attempts.
package retry

import (
	"context"
	"time"
)

// Sleep waits for d. It returns false if ctx has ended.
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

// Backoff doubles the wait after each failure.
type Backoff struct {
	First, Last time.Duration // Last may be 0 for no limit

	next time.Duration
}

// Next counts a failure and returns the wait.
func (b *Backoff) Next() time.Duration {
	wait := max(b.First, b.next)
	if b.next = 2 * wait; b.Last > 0 {
		b.next = min(b.next, b.Last)
	}
	return wait
}

// Reset counts a success.
func (b *Backoff) Reset() { b.next = 0 }

// Sleep counts a failure and waits.
func (b *Backoff) Sleep(ctx context.Context) bool { return Sleep(ctx, b.Next()) }
