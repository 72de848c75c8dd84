package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/retry"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

// Several nodes share a database. One has the lease and acts; the others stand by, and
// one of them takes over when it ends, or is heard of no more.

// hostNode stands by, and acts while it has the lease, until ctx ends. A node that has
// lost the lease, or the way to the database, stands by again with nothing in its memory:
// its next bot begins with what is stored.
func hostNode(ctx context.Context, h *hosting) error {
	key, err := readKey(h.env, h.config.fairKeyFile())
	if err != nil {
		return fail(exitConfig, fmt.Errorf("fair.key: %w", err))
	}
	db, err := openDatabase(ctx, h.config.Data)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := h.tellAddress(); err != nil {
		return err
	}
	for {
		lease, err := h.standBy(ctx, db)
		if err != nil || lease == nil {
			return err
		}
		err = h.lead(ctx, lease, key)
		switch passing := errors.Is(err, storage.ErrClosed) || errors.Is(err, storage.ErrUnavailable); {
		case ctx.Err() != nil || err != nil && !passing:
			return err
		case err != nil:
			h.log.Warn("this node acts no more", "err", oneLine(err))
		}
	}
}

// askEvery is how often a node that stands by asks for the lease.
const askEvery = 200 * time.Millisecond

// standBy waits for the lease, or for the end of ctx: then there is none. Meanwhile whoever
// asks for the page, or calls the webhook, is sent elsewhere.
func (h *hosting) standBy(ctx context.Context, db *postgres.Database) (*postgres.Lease, error) {
	defer h.sendElsewhere()()
	told := ""
	for {
		lease, err := db.Take(ctx)
		if err == nil {
			return lease, nil
		}
		state := "standing by"
		if !errors.Is(err, postgres.ErrHeld) {
			state += ": " + oneLine(err)
		}
		h.monitor.waits.Store(state)
		if ctx.Err() == nil && state != told {
			h.log.Info(state)
		}
		if told = state; !retry.Sleep(ctx, askEvery) {
			return nil, nil
		}
	}
}

// sendElsewhere answers 503 where people and networks call, until the returned function is
// called: a balancer, or their next try, finds the node that acts.
func (h *hosting) sendElsewhere() (stop func()) {
	var stops []func()
	for _, key := range []string{pageKey, webhookKey} {
		l := h.at.lend(key)
		if l == nil {
			continue
		}
		server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Connection", "close") // the next call may find another state
			http.Error(w, "standing by", http.StatusServiceUnavailable)
		})}
		stops = append(stops, startServer(server, l, time.Second, func(err error) { h.log.Error("nobody is sent elsewhere", "key", key, "err", err) }))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// lead lets a bot act until ctx ends or the lease is lost: then the error is that of the
// store.
func (h *hosting) lead(ctx context.Context, lease *postgres.Lease, key ed25519.PrivateKey) (err error) {
	held, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	store := lease.Store()
	over := func() {
		if err := store.Close(); err != nil {
			h.log.Warn("the lease lapses by itself", "err", oneLine(err))
		}
	}
	defer over()
	go func() {
		select {
		case <-lease.Lost():
			cancel(fmt.Errorf("%w: %w", storage.ErrClosed, postgres.ErrHeld))
		case <-held.Done():
		}
	}()
	err = h.act(held, term{store: store, key: key, acting: lease.Trusted, over: over, registry: prometheus.NewRegistry()})
	if err == nil && ctx.Err() == nil {
		err = context.Cause(held)
	}
	return err
}
