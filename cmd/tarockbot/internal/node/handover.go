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

const (
	claimTimeout = time.Second     // until a standby announces itself
	readyTimeout = 5 * time.Second // until that standby is ready
	leaveTimeout = time.Second     // until this node has answered its own inputs
	// HandoverTime is the maximum duration of a handover.
	HandoverTime = readyTimeout + leaveTimeout
)

var (
	errNoStandby = errors.New("no standby has announced itself")
	errNotReady  = errors.New("no standby was ready in time")
)

func (n *node) handOver(ctx context.Context, t *term) {
	err := awaitSuccessor(ctx, t.lease.AnnounceLeave, n.db.Successor)
	switch {
	case err == nil:
		passInputs(ctx, t.platforms)
	case ctx.Err() == nil && !errors.Is(err, errNoStandby):
		n.log.Warn("stopping without a handover", "err", report.ErrorLine(err))
	}
}

func awaitSuccessor(
	ctx context.Context, announce func(context.Context) error, successor func(context.Context) (postgres.Readiness, error),
) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyTimeout, errNotReady)
	defer cancel()
	if err := announce(ctx); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	for began := time.Now(); retry.Sleep(ctx, handoverPause); {
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

// passInputs passes new inputs to the successor where networks send each input to both nodes.
func passInputs(ctx context.Context, platforms []chat.Platform) {
	ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
	defer cancel()
	for _, p := range platforms {
		if s, ok := p.(chat.HandoverPlatform); ok {
			s.Leave(ctx)
		}
	}
}
