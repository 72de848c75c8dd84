package messages

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"tarockbot/bot/match"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
)

// clockLoop runs midway between two ticks of alarms, so that both don't change messages at once.
func (ms *Messages) clockLoop() {
	for wait := alarms.Tick / 2; retry.Sleep(ms.config.Running, wait); wait = alarms.Tick {
		ms.updateClocks(ms.config.Running)
	}
}

// updateClocks redraws drifted clocks. After a failure the next call tries again.
func (ms *Messages) updateClocks(ctx context.Context) {
	facts := ms.config.Facts
	facts.Advance()
	for _, platform := range slices.Sorted(maps.Keys(ms.config.Platforms)) {
		redraw := facts.Shown.Plan(platform, facts.Now())
		if redraw == alarms.RedrawNone || ms.redrawClocks(ctx, platform, redraw) {
			facts.Shown.Confirm(platform)
		} else {
			facts.Shown.Revert(platform)
		}
	}
}

func (ms *Messages) redrawClocks(ctx context.Context, platform string, which alarms.Redraw) bool {
	all := ms.Tables.Index.All(func(s tables.Summary) bool {
		return s.Stage == match.Playing && s.Pace != match.NoPace && s.IsOn(platform) &&
			(which != alarms.RedrawOther || s.IsOnOther(platform)) && (which != alarms.RedrawLive || s.Pace == match.LivePace)
	})
	var failed atomic.Bool
	for group := range slices.Chunk(all, alarms.FireGroup) {
		var redraws sync.WaitGroup
		for _, x := range group {
			redraws.Go(func() {
				err := ms.Tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Clocks().AnyRunsOn(platform) })
				if err == nil {
					return
				}
				failed.Store(true)
				if ctx.Err() == nil {
					ms.config.Log.Warn("table's deadlines not redrawn", "table", string(x.ID), "err", err)
				}
			})
		}
		redraws.Wait()
	}
	ms.Digests.Refresh(idsOf(all))
	return !failed.Load()
}
