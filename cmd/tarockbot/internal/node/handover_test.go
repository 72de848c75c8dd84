package node

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

func TestAwaitSuccessor(t *testing.T) {
	t.Parallel()
	announced := func(context.Context) error { return nil }
	hangs := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	answers := func(readiness postgres.Readiness) func(context.Context) (postgres.Readiness, error) {
		return func(context.Context) (postgres.Readiness, error) { return readiness, nil }
	}
	for name, tt := range map[string]struct {
		announce  func(context.Context) error
		successor func(context.Context) (postgres.Readiness, error)
		want      error
		atMost    time.Duration
	}{
		"ready":                  {announced, answers(postgres.Ready), nil, handoverPause},
		"no standby":             {announced, answers(postgres.NoSuccessor), errNoStandby, claimTimeout + handoverPause},
		"never ready":            {announced, answers(postgres.GettingReady), errNotReady, readyTimeout},
		"announcement hangs":     {hangs, answers(postgres.Ready), errNotReady, readyTimeout},
		"question hangs":         {announced, func(ctx context.Context) (postgres.Readiness, error) { return "", hangs(ctx) }, errNotReady, readyTimeout},
		"database denies":        {announced, func(context.Context) (postgres.Readiness, error) { return "", postgres.ErrDenied }, postgres.ErrDenied, handoverPause},
		"announcement is denied": {func(context.Context) error { return postgres.ErrDenied }, answers(postgres.Ready), postgres.ErrDenied, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				err := awaitSuccessor(t.Context(), tt.announce, tt.successor)
				if took := time.Since(began); !errors.Is(err, tt.want) || took > tt.atMost {
					t.Errorf("got %v after %v, want %v after at most %v", err, took, tt.want, tt.atMost)
				}
			})
		})
	}
}

// TestLeaseContext checks that losing the lease during a shutdown ends the term.
func TestLeaseContext(t *testing.T) {
	t.Parallel()
	shutdown, beginShutdown := context.WithCancel(t.Context())
	lost := make(chan struct{})
	serving, stop := leaseContext(shutdown, lost)
	defer stop()
	beginShutdown()
	if err := serving.Err(); err != nil {
		t.Errorf("during a shutdown: got %v", err)
	}
	close(lost)
	<-serving.Done()
	if err := context.Cause(serving); !errors.Is(err, storage.ErrClosed) || !isTransient(err) {
		t.Errorf("after the loss: got %v, want a transient %v", err, storage.ErrClosed)
	}
}
