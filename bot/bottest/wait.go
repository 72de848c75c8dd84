package bottest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// bound is how long a test may take on the slowest machine. It never decides whether the
// program is right.
const bound = 8 * time.Minute

// ErrTooSlow is the cause when the context of a test ends before the test.
var ErrTooSlow = errors.New("the test is too slow or hangs")

// Context returns the context in which a test waits for real processes and goroutines. It ends
// with the test, or after several minutes with the cause ErrTooSlow. A synctest bubble needs no
// such bound: there t.Context() is enough.
func Context(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(t.Context(), bound, ErrTooSlow)
	t.Cleanup(cancel)
	return ctx
}

// Await waits until the log contains the text. It returns the context's cause if that ends first.
func (l *Log) Await(ctx context.Context, text string) error {
	for {
		l.mu.Lock()
		found, more := strings.Contains(l.text.String(), text), l.more
		if more == nil {
			more = make(chan struct{})
			l.more = more
		}
		l.mu.Unlock()
		if found {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
