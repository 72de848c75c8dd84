package node

import (
	"context"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

// lead runs a bot until ctx ends or the lease is lost. When ctx ends it first hands over to a
// successor. After the loss of the lease it returns the store's error.
func (n *node) lead(ctx context.Context, t *term, lease *postgres.Lease) (err error) {
	held, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer t.release()
	go func() {
		select {
		case <-lease.Lost():
			cancel(fmt.Errorf("%w: %w", storage.ErrClosed, postgres.ErrHeld))
		case <-ctx.Done():
			n.handOver(held, t, lease)
			cancel(context.Canceled)
		case <-held.Done():
		}
	}()
	go n.reportRenewals(held, lease)
	err = n.act(held, t)
	if err == nil && ctx.Err() == nil {
		err = context.Cause(held)
	}
	return err
}

// reportRenewals logs when the lease can't be renewed, and when it is renewed again.
func (n *node) reportRenewals(ctx context.Context, lease *postgres.Lease) {
	for failing := false; retry.Sleep(ctx, time.Second); {
		switch err := lease.RenewalError(); {
		case err != nil && !failing:
			n.log.Warn("the lease isn't renewed; if that lasts another node acts", "err", report.ErrorLine(err))
			failing = true
		case err == nil && failing:
			n.log.Info("the lease is renewed again")
			failing = false
		}
	}
}

// The longest waits of a leaving node.
const (
	claimTime = time.Second     // until a standby announces itself
	readyTime = 5 * time.Second // until the standby is ready
	leaveTime = time.Second     // until this node has decided its own inputs
	// HandoverTime is the longest that a handover takes.
	HandoverTime = claimTime + readyTime + leaveTime
)

// handOver waits until a standby is ready, if there is any, and then leaves the networks.
func (n *node) handOver(ctx context.Context, t *term, lease *postgres.Lease) {
	if err := lease.Leave(ctx); err != nil {
		n.log.Warn("no other node gets ready", "err", report.ErrorLine(err))
		return
	}
	began := time.Now()
	for retry.Sleep(ctx, askSoon) {
		how, err := n.db.Successor(ctx)
		waited := time.Since(began)
		switch {
		case err == nil && how == postgres.Ready:
			leave(ctx, t.platforms)
			return
		case err != nil, waited > readyTime, how == postgres.NoSuccessor && waited > claimTime:
			return
		}
	}
}

// leave leaves the inputs that networks send to both nodes to the next node.
func leave(ctx context.Context, all []chat.Platform) {
	ctx, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	for _, p := range all {
		if before, is := p.(chat.Successor); is {
			before.Leave(ctx)
		}
	}
}
