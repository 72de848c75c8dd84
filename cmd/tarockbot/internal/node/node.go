package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

// node is this process as one of several nodes.
type node struct {
	*host
	db          *postgres.Database
	key         ed25519.PrivateKey // signs deals
	clockWarned bool               // compareClocks has logged its warning
}

// serveNode waits for the lease, leads with it until it is lost, and waits again with a new bot. It returns nil when
// ctx ends.
func (h *host) serveNode(ctx context.Context) error {
	key, err := keys.SigningKeyFile{Path: h.config.FairKeyFile(), Environ: h.config.Environ}.Read()
	if err != nil {
		return fmt.Errorf("fair.key: %w", err)
	}
	h.monitor.ExpectSuccessor()
	defer h.serveUnavailable()()
	if h.config.RemovalsList() == nil {
		h.log.Warn(removals.Missing)
	}
	if err := h.printAddress(standbyFormat); err != nil { // before the database is reached, which may take long
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

// connectPause is the pause between attempts to connect to the database.
const connectPause = time.Second

// awaitDatabase connects to the database, and retries while the database is unavailable. It returns ctx.Err() when
// ctx ends.
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

// newTerm makes a term, which can't commit until allowCommits gets the lease. A term without a lease holds no
// resources, so it may be dropped.
func (n *node) newTerm(ctx context.Context) (*term, error) {
	return n.makeTerm(ctx, leaseAccess(n.db, n.log), n.key, prometheus.NewRegistry())
}

// lead runs the term until ctx ends or the lease is lost. The bot outlives ctx for a handover, during which it still
// serves. After the loss of the lease lead returns an error that isTransient, unless ctx has ended.
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

// leaseContext returns a context that ends when lost is closed, with a cause that isTransient, or when stop is called.
// It doesn't end with ctx.
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

// compareClocks warns the operator once if this machine's clock differs from the database's.
func (n *node) compareClocks() {
	if about := report.ClockWarning(n.db.Ahead()); about != "" && !n.clockWarned {
		n.clockWarned = true
		n.log.Warn(about)
	}
}
