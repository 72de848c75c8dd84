// Package waittest helps tests wait, check promised times, and skip where a program is missing.
package waittest

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"testing"
	"time"
)

// Promises makes tests fail if a promised time is exceeded.
var Promises = flag.Bool("promises", false, "check promised times; needs an idle machine")

// ErrTooSlow is the cause of a Context that ends before its test.
var ErrTooSlow = errors.New("the test is too slow or hangs")

// SkipWithout skips a test on a machine without a program. With CI=true the test fails instead.
func SkipWithout(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Context returns a context that ends with the test, or with the cause ErrTooSlow shortly before the timeout of "go
// test". In a synctest bubble use t.Context().
func Context(t testing.TB) context.Context {
	t.Helper()
	timed, _ := t.(interface{ Deadline() (time.Time, bool) })
	if timed == nil {
		return t.Context()
	}
	end, ok := timed.Deadline()
	if !ok {
		return t.Context()
	}
	rest := time.Until(end)
	ctx, cancel := context.WithTimeoutCause(t.Context(), rest-min(rest/10, time.Minute), ErrTooSlow)
	t.Cleanup(cancel)
	return ctx
}

// Receive returns the channel's next value, or fails the test if the context ends first.
func Receive[T any](ctx context.Context, t testing.TB, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-ctx.Done():
		t.Fatal(context.Cause(ctx))
	}
	return v
}

// CheckTime logs the time that something took. With -promises, exceeding the promised time fails the test.
func CheckTime(t testing.TB, what string, took, most time.Duration) {
	t.Helper()
	if !*Promises || took <= most {
		t.Logf("%s took %v", what, took.Round(time.Millisecond))
		return
	}
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		load = []byte(err.Error())
	}
	t.Errorf("%s took %v, at most %v is promised; the machine's load is %s", what, took, most, bytes.TrimSpace(load))
}
