package bot

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/tables"
)

// keepDeadlines brings the messages up to date that tell of clocks.
func (b *Bot) keepDeadlines() {
	ticker := time.NewTicker(tables.Tick)
	defer ticker.Stop()
	for {
		b.clock.Look()
		for _, platform := range slices.Sorted(maps.Keys(b.platforms)) {
			b.tellClocks(platform)
		}
		select {
		case <-b.running.Done():
			return
		case <-ticker.C:
		}
	}
}

// tellClocks lets messages tell of the platform's clocks as those are now, and notes
// that they do. What couldn't be told is told at the next look.
func (b *Bot) tellClocks(platform string) {
	concerns := b.clock.Retell(platform, b.cfg.Now())
	if concerns == nil || b.showClocks(b.running, platform, concerns) {
		b.clock.NoteTold(platform)
	} else {
		b.clock.Untell(platform)
	}
}

// showClocks shows the tables anew at which a clock runs by the platform's running
// time, of those that the test admits, and says whether it could.
func (b *Bot) showClocks(ctx context.Context, platform string, concerns func(tables.Summary) bool) bool {
	var failed atomic.Bool
	all := b.register.All(func(x tables.Summary) bool {
		return x.Stage == match.Playing && x.Pace != match.NoPace && x.IsOn(platform) && concerns(x)
	})
	for group := range slices.Chunk(all, tables.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := b.tables.Alter(ctx, x.ID, func(t *match.Table) bool { return t.RunsOn(platform) })
				if err == nil {
					return
				}
				failed.Store(true)
				if ctx.Err() == nil {
					b.cfg.Log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	b.digests.Refresh(idsOf(all))
	return !failed.Load()
}
