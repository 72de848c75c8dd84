package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

// Several nodes share a database. The node that holds the lease acts, and the others stand by.
// One of them acquires the lease when the acting node ends or no longer renews it.

// node is this process as one of several nodes.
type node struct {
	*host
	db          *postgres.Database
	key         ed25519.PrivateKey
	clockWarned bool // the log has the warning that the clocks differ
}

// serveNode stands by until it gets the lease, then serves until it loses it, and stands by again
// with a fresh bot. It returns nil when ctx ends.
func (h *host) serveNode(ctx context.Context) error {
	key, err := stores.ReadSigningKey(h.config.Environ, h.config.FairKeyFile())
	if err != nil {
		return exit.With(exit.Config, fmt.Errorf("fair.key: %w", err))
	}
	h.monitor.ExpectSuccessor()
	defer h.sendElsewhere()()
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
		t, lease, err := n.awaitLease(ctx)
		if err != nil {
			return unlessEnded(ctx, err)
		}
		err = n.lead(ctx, t, lease)
		if ctx.Err() != nil || err != nil && !isTransient(err) {
			return err
		}
		if err != nil {
			n.log.Warn("this node acts no more", "err", report.ErrorLine(err))
		}
		if err := h.printAddress(standbyFormat); err != nil {
			return err
		}
	}
}

// isTransient reports whether another term may succeed after the error.
func isTransient(err error) bool {
	return errors.Is(err, storage.ErrClosed) || errors.Is(err, storage.ErrUnavailable)
}

// askDatabase is the pause between attempts to connect at the start.
const askDatabase = time.Second

// awaitDatabase connects to the database, and retries while it is unavailable. It returns ctx.Err()
// when ctx ends.
func (h *host) awaitDatabase(ctx context.Context) (*postgres.Database, error) {
	reportState := h.newStateReporter()
	for {
		db, err := stores.OpenDatabase(ctx, h.config.Data, 0)
		if !errors.Is(err, storage.ErrUnavailable) {
			return db, err
		}
		if reportState(ctx, err); !retry.Sleep(ctx, askDatabase) {
			return nil, ctx.Err()
		}
	}
}

// newStateReporter returns a function that tells the monitor that this node stands by, and which
// error, if any, keeps it from acting. It logs every change.
func (h *host) newStateReporter() func(ctx context.Context, err error) {
	lastReported := ""
	return func(ctx context.Context, err error) {
		state, level := "standing by", slog.LevelInfo
		if err != nil {
			state, level = state+": "+report.ErrorLine(err), slog.LevelWarn
		}
		h.monitor.SetWaiting(state)
		if ctx.Err() == nil && state != lastReported {
			h.log.Log(ctx, level, state, h.addresses("version", version.Text())...)
		}
		lastReported = state
	}
}

// newTerm prepares a bot that needs only the lease to act.
func (n *node) newTerm(ctx context.Context) (*term, error) {
	store := n.db.Reader()
	release := func() {
		if err := store.Close(); err != nil {
			n.log.Warn("the lease lapses by itself", "err", report.ErrorLine(err))
		}
	}
	t := &term{
		store: store, copier: stores.Snapshots{DB: n.db}, key: n.key, allowCommits: store.UseLease, now: n.db.Now, acting: store.Trusted,
		release: release, registry: prometheus.NewRegistry(),
	}
	return t, n.prepare(ctx, t)
}

// compareClocks warns the operator once if this machine's clock is wrong.
func (n *node) compareClocks() {
	if about := stores.ClockWarning(n.db.Ahead()); about != "" && !n.clockWarned {
		n.clockWarned = true
		n.log.Warn(about)
	}
}
