package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

type node struct {
	*host
	db          *postgres.Database
	key         ed25519.PrivateKey
	clockWarned bool
}

func (h *host) serveNode(ctx context.Context) error {
	key, err := keys.SigningKeyFile{Path: h.config.FairKeyFile(), Environ: h.config.Environ}.Read()
	if err != nil {
		return fmt.Errorf("fair.key: %w", err)
	}
	h.monitor.ExpectSuccessor()
	defer h.serveUnavailable()()
	if h.config.ForgottenList() == nil {
		h.log.Warn(forgotten.NoList)
	}
	if err := h.printAddress(standbyFormat); err != nil { // reaching the database may take long
		return err
	}
	db, err := h.awaitDatabase(ctx)
	if err != nil {
		return unlessEnded(ctx, err)
	}
	defer db.Close()
	n := &node{host: h, db: db, key: key}
	for {
		t, err := newStandby(n).awaitTerm(ctx)
		if err != nil {
			return unlessEnded(ctx, err)
		}
		err = n.lead(ctx, t)
		if ctx.Err() != nil || !isTransient(err) {
			return err
		}
		n.log.Warn("this node no longer acts", "err", report.ErrorLine(err))
		if err := h.printAddress(standbyFormat); err != nil {
			return err
		}
	}
}

// isTransient reports whether another term may succeed after the error.
func isTransient(err error) bool {
	return errors.Is(err, storage.ErrClosed) || errors.Is(err, storage.ErrUnavailable)
}

const connectPause = time.Second

func (h *host) awaitDatabase(ctx context.Context) (*postgres.Database, error) {
	state := stateReporter{host: h}
	for {
		db, err := stores.OpenDatabase(ctx, h.config.Data)
		if !errors.Is(err, storage.ErrUnavailable) {
			return db, err
		}
		if state.report(ctx, err); !retry.Sleep(ctx, connectPause) {
			return nil, ctx.Err()
		}
	}
}

// newTerm makes a term that can't commit until allowCommits gets the lease. Until then, it holds no resources.
func (n *node) newTerm(ctx context.Context) (*term, error) {
	return n.makeTerm(ctx, leaseAccess(n.db, n.log), n.key, prometheus.NewRegistry())
}

// lead runs the term until the lease is lost, or until ctx ends and the handover is complete.
func (n *node) lead(ctx context.Context, t *term) error {
	serving, stop := leaseContext(ctx, t.lease.Lost())
	defer stop()
	defer context.AfterFunc(ctx, func() {
		n.handOver(serving, t)
		stop()
	})()
	go n.reportRenewals(serving, t.lease)
	err := n.runTerm(serving, t)
	if err == nil && ctx.Err() == nil {
		err = context.Cause(serving)
	}
	return err
}

// leaseContext returns a context that ends when the lease is lost, but not with ctx.
func leaseContext(ctx context.Context, lost <-chan struct{}) (held context.Context, stop func()) {
	held, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-lost:
			cancel(fmt.Errorf("%w: %w", storage.ErrClosed, postgres.ErrHeld))
		case <-held.Done():
		}
	}()
	return held, func() { cancel(nil) }
}

func (n *node) compareClocks() {
	if about := report.ClockWarning(n.db.ClockAhead()); about != "" && !n.clockWarned {
		n.clockWarned = true
		n.log.Warn(about)
	}
}
