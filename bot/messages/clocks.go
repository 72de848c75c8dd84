package messages

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
)

// clocks redraws messages whose clocks went on.
type clocks struct {
	log       *slog.Logger
	platforms map[string]chat.Platform
	tables    *tables.Tables
	digests   *digest.Digests
}

// loop redraws messages until ctx ends. It runs midway between two ticks of alarms, so that the two don't change
// messages at one moment.
func (c *clocks) loop(ctx context.Context) {
	for wait := alarms.Tick / 2; retry.Sleep(ctx, wait); wait = alarms.Tick {
		c.update(ctx)
	}
}

// update redraws messages whose clocks have drifted. After a failure the next call repeats it.
func (c *clocks) update(ctx context.Context) {
	facts := c.tables.Facts
	facts.Advance()
	for _, platform := range slices.Sorted(maps.Keys(c.platforms)) {
		redraw := facts.PlanShown(platform, facts.Now())
		if redraw == alarms.RedrawNone || c.redraw(ctx, platform, redraw) {
			facts.ConfirmShown(platform)
		} else {
			facts.RevertShown(platform)
		}
	}
}

// redraw shows the selected tables again whose clocks run by the platform's running time. It reports whether all could
// be shown.
func (c *clocks) redraw(ctx context.Context, platform string, which alarms.Redraw) bool {
	all := c.tables.Index.All(func(s tables.Summary) bool {
		return s.Stage == match.Playing && s.Pace != match.NoPace && s.IsOn(platform) &&
			(which != alarms.RedrawOther || s.IsOnOther(platform)) && (which != alarms.RedrawLive || s.Pace == match.LivePace)
	})
	var failed atomic.Bool
	for group := range slices.Chunk(all, alarms.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := c.tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Chairs.RunsOn(platform) })
				if err == nil {
					return
				}
				if failed.Store(true); ctx.Err() == nil {
					c.log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	c.digests.Refresh(idsOf(all))
	return !failed.Load()
}
