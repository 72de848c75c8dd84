package posts

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/tables"
)

// deadlines bring the messages up to date that tell of clocks.
type deadlines struct {
	log       *slog.Logger
	now       func() time.Time
	platforms map[string]chat.Platform
	clock     *tables.Clock
	tables    *tables.Tables
	digests   *outbox.Digests
}

// run brings the messages up to date that tell of clocks.
func (ds *deadlines) run(ctx context.Context) {
	ticker := time.NewTicker(tables.Tick)
	defer ticker.Stop()
	for {
		ds.clock.Look()
		for _, platform := range slices.Sorted(maps.Keys(ds.platforms)) {
			ds.tellClocks(ctx, platform)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// tellClocks lets messages tell of the platform's clocks as those are now, and notes
// that they do. What couldn't be told is told at the next look.
func (ds *deadlines) tellClocks(ctx context.Context, platform string) {
	concerns := ds.clock.Retell(platform, ds.now())
	if concerns == nil || ds.showClocks(ctx, platform, concerns) {
		ds.clock.NoteTold(platform)
	} else {
		ds.clock.Untell(platform)
	}
}

// showClocks shows the tables anew at which a clock runs by the platform's running
// time, of those that the test admits, and says whether it could.
func (ds *deadlines) showClocks(ctx context.Context, platform string, concerns func(tables.Summary) bool) bool {
	var failed atomic.Bool
	all := ds.tables.Index.All(func(x tables.Summary) bool {
		return x.Stage == match.Playing && x.Pace != match.NoPace && x.IsOn(platform) && concerns(x)
	})
	for group := range slices.Chunk(all, tables.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := ds.tables.Alter(ctx, x.ID, func(t *match.Table) bool { return t.Chairs.RunsOn(platform) })
				if err == nil {
					return
				}
				failed.Store(true)
				if ctx.Err() == nil {
					ds.log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	ds.digests.Refresh(IDsOf(all))
	return !failed.Load()
}
