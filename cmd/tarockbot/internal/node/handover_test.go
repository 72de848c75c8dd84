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
	is := func(readiness postgres.Readiness) func(context.Context) (postgres.Readiness, error) {
		return func(context.Context) (postgres.Readiness, error) { return readiness, nil }
	}
	for name, tt := range map[string]struct {
		announce  func(context.Context) error
		successor func(context.Context) (postgres.Readiness, error)
		want      error
		atMost    time.Duration
	}{
		"ready":                  {announced, is(postgres.Ready), nil, askSoon},
		"no standby":             {announced, is(postgres.NoSuccessor), errNoStandby, claimTimeout + askSoon},
		"never ready":            {announced, is(postgres.GettingReady), errNotReady, readyTimeout},
		"announcement hangs":     {hangs, is(postgres.Ready), errNotReady, readyTimeout},
		"question hangs":         {announced, func(ctx context.Context) (postgres.Readiness, error) { return "", hangs(ctx) }, errNotReady, readyTimeout},
		"database denies":        {announced, func(context.Context) (postgres.Readiness, error) { return "", postgres.ErrDenied }, postgres.ErrDenied, askSoon},
		"announcement is denied": {func(context.Context) error { return postgres.ErrDenied }, is(postgres.Ready), postgres.ErrDenied, 0},
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
	told, tell := context.WithCancel(t.Context())
	lost := make(chan struct{})
	serving, stop := leaseContext(told, lost)
	defer stop()
	tell()
	if err := serving.Err(); err != nil {
		t.Errorf("told to stop: %v", err)
	}
	close(lost)
	<-serving.Done()
	if err := context.Cause(serving); !errors.Is(err, storage.ErrClosed) || !isTransient(err) {
		t.Errorf("lost: %v", err)
	}
}
