package node

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/storage/postgres"
)

// The longest waits of a leaving node.
const (
	claimTime = time.Second     // until a standby announces itself
	readyTime = 5 * time.Second // until the standby is ready
	leaveTime = time.Second     // until this node has decided its own inputs
	// HandoverTime is the longest that a handover takes.
	HandoverTime = claimTime + readyTime + leaveTime
)

// handOver announces that this node leaves, and waits until a standby is ready. Then it passes new inputs to the
// standby. If no standby gets ready in time, it only returns.
func (n *node) handOver(ctx context.Context, platforms []chat.Platform, lease *postgres.Lease) {
	if err := lease.Leave(ctx); err != nil {
		n.log.Warn("no other node gets ready", "err", report.ErrorLine(err))
		return
	}
	began := time.Now()
	for retry.Sleep(ctx, askSoon) {
		readiness, err := n.db.Successor(ctx)
		waited := time.Since(began)
		switch {
		case err == nil && readiness == postgres.Ready:
			leave(ctx, platforms)
			return
		case err != nil, waited > readyTime, readiness == postgres.NoSuccessor && waited > claimTime:
			return
		}
	}
}

// leave makes the platforms pass new inputs to the next node. It waits up to leaveTime until this node has answered
// the earlier ones. Only platforms whose network sends each input to both nodes need this.
func leave(ctx context.Context, platforms []chat.Platform) {
	ctx, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	for _, p := range platforms {
		if s, ok := p.(chat.Successor); ok {
			s.Leave(ctx)
		}
	}
}
