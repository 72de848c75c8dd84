package node

import (
	"cmp"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/storage/postgres"
)

// The timeouts of a handover.
const (
	claimTimeout = time.Second     // until a standby announces itself
	readyTimeout = 5 * time.Second // until that standby is ready
	leaveTimeout = time.Second     // until this node has decided its own inputs
	// HandoverTime is the longest that a handover takes.
	HandoverTime = readyTimeout + leaveTimeout
)

// Why a node stops without a handover.
var (
	errNoStandby = errors.New("no standby has announced itself")
	errNotReady  = errors.New("no standby was ready in time")
)

// handOver waits until a standby is ready, and then passes new inputs to it. If no standby gets ready, handOver logs
// the reason. It logs nothing if there is no standby, or if ctx ends.
func (n *node) handOver(ctx context.Context, t *term) {
	err := awaitSuccessor(ctx, t.lease.Leave, n.db.Successor)
	switch {
	case err == nil:
		passInputs(ctx, t.platforms)
	case ctx.Err() == nil && !errors.Is(err, errNoStandby):
		n.log.Warn("stopping without a handover", "err", report.ErrorLine(err))
	}
}

// awaitSuccessor announces that this node leaves, and waits until a standby is ready, up to readyTimeout. It returns
// errNoStandby, errNotReady, the error of announce or successor, or the cause of ctx's end.
func awaitSuccessor(
	ctx context.Context, announce func(context.Context) error, successor func(context.Context) (postgres.Readiness, error),
) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyTimeout, errNotReady)
	defer cancel()
	if err := announce(ctx); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	for began := time.Now(); retry.Sleep(ctx, askSoon); {
		switch readiness, err := successor(ctx); {
		case err != nil:
			return cmp.Or(context.Cause(ctx), err)
		case readiness == postgres.Ready:
			return nil
		case readiness == postgres.NoSuccessor && time.Since(began) > claimTimeout:
			return errNoStandby
		}
	}
	return context.Cause(ctx)
}

// passInputs makes the platforms pass new inputs to the next node. It waits up to leaveTimeout until this node has
// answered the earlier ones. Only platforms whose network sends each input to both nodes need this.
func passInputs(ctx context.Context, platforms []chat.Platform) {
	ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
	defer cancel()
	for _, p := range platforms {
		if s, ok := p.(chat.Successor); ok {
			s.Leave(ctx)
		}
	}
}
