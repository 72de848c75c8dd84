package node

import (
	"context"
	"log/slog"

	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/version"
)

// stateReporter tells the monitor and the log why this node doesn't act.
type stateReporter struct {
	host *host
	last string // the state that was reported last
}

// report reports that this node stands by, and the error, if any, that keeps it from acting. It logs only changes.
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
