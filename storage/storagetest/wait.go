package storagetest

import (
	"context"
	"errors"
	"flag"
	"os"
	"testing"
	"time"
)

// Promises lets tests demand the times that are promised.
var Promises = flag.Bool("promises", false, "demand the times that are promised, on a machine that does nothing else")

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

// Receive returns what comes through the channel next, or fails the test if nothing does.
func Receive[T any](ctx context.Context, t testing.TB, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-ctx.Done():
		t.Fatal(context.Cause(ctx))
	}
	return v
}

// Promised tells how long something took, and fails the test if that is more than promised and
// promises are to be held.
func Promised(t testing.TB, what string, took, most time.Duration) {
	t.Helper()
	if !*Promises || took <= most {
		t.Logf("%s took %v", what, took.Round(time.Millisecond))
		return
	}
	load, err := os.ReadFile("/proc/loadavg")
	t.Errorf("%s took %v, promised are %v; the machine's load is %s (%v)", what, took, most, load, err)
}
