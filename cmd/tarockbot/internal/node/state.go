package node

import (
	"context"
	"log/slog"

	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/version"
)

type stateReporter struct {
	host *host
	last string
}

// report reports that this node stands by, and why. It logs only changes.
func (r *stateReporter) report(ctx context.Context, err error) {
	state, level := "standing by", slog.LevelInfo
	if err != nil {
		state, level = state+": "+report.ErrorLine(err), slog.LevelWarn
	}
	r.host.monitor.SetWaiting(state)
	if ctx.Err() == nil && state != r.last {
		r.host.log.Log(ctx, level, state, r.host.addresses("version", version.Text())...)
	}
	r.last = state
}
