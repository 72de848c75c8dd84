package retry_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/support/retry"
)

func TestBackoff(t *testing.T) {
	t.Parallel()
	b := retry.Backoff{First: time.Second, Last: 5 * time.Second}
	var waits []time.Duration
	for n := range 6 {
		if n == 5 {
			b.Reset()
		}
		waits = append(waits, b.Next()/time.Second)
	}
	if want := []time.Duration{1, 2, 4, 5, 5, 1}; !slices.Equal(waits, want) {
		t.Errorf("waits are %d s, want %d s", waits, want)
	}
	unbounded := retry.Backoff{First: time.Hour}
	unbounded.Next()
	if got := unbounded.Next(); got != 2*time.Hour {
		t.Errorf("without a bound the second wait is %v", got)
	}
}

func TestSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if b := (retry.Backoff{First: time.Minute}); !b.Sleep(t.Context()) || time.Since(began) != time.Minute {
			t.Errorf("the sleep took %v", time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if retry.Sleep(ctx, time.Hour) {
			t.Error("Sleep ignored the end of the context")
		}
		if took := time.Since(began); took != time.Minute+time.Second {
			t.Errorf("the sleep took %v", took)
		}
		for range 50 { // a zero wait must not hide the end of ctx
			if retry.Sleep(ctx, 0) {
				t.Fatal("Sleep returned true after the end of the context")
			}
		}
	})
}
