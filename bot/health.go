package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// Alive returns why the bot can do nothing until it is restarted; nil while it can. The text is for the operator and
// holds no secrets.
func (b *Bot) Alive(ctx context.Context) error {
	if err := context.Cause(b.sv.Running); err != nil {
		return fmt.Errorf("bot: stopped: %w", err)
	}
	// Any document will do: a store that writes no more doesn't read either.
	_, err := b.sv.Store.Get(ctx, storage.Key{Kind: documents.KindNote, ID: "alive"})
	if errors.Is(err, storage.ErrClosed) {
		return fmt.Errorf("bot: the store has stopped: %w", err)
	}
	return nil
}

// Ready returns why the bot can't play on all platforms now; nil if it can.
func (b *Bot) Ready(ctx context.Context) error {
	if err := b.Alive(ctx); err != nil {
		return err
	}
	if !b.cfg.Acting() {
		return errors.New("bot: another one may act by now")
	}
	if !b.started.Load() {
		return errors.New("bot: the tables are still being read")
	}
	var lost []string
	for _, name := range slices.Sorted(maps.Keys(b.sv.Platforms)) {
		if b.sv.Platforms[name].Traits().Connection == chat.Disconnected {
			lost = append(lost, name)
		}
	}
	if len(lost) > 0 {
		return fmt.Errorf("bot: not connected: %s", strings.Join(lost, ", "))
	}
	return nil
}

// gauges adds the metrics that are computed when they are read.
func (b *Bot) gauges() {
	for _, s := range []match.Stage{match.Open, match.Playing} {
		b.cfg.Metrics.AddGauge("tables", "Tables that are not over: challenges and matches.", map[string]string{"stage": string(s)},
			func() float64 {
				return float64(len(b.sv.Tables.Index.All(func(x tables.Summary) bool { return x.Stage == s })))
			})
	}
	for _, g := range []struct {
		name, help string
		size       func() int
	}{
		{"tables_loaded", "Tables in memory; the others are read when they are needed.", b.sv.Tables.Memory.Size},
		{"tables_thinking", "Tables that wait for a computer player that thinks.", b.sv.Tables.Thinker.Waiting},
		{"tables_owed", "Tables of which something may still have to be shown.", b.sv.Tables.Dirty.Size},
		{"traces", "People and chats by which tables are found.", b.sv.Tables.Index.KeyCount},
	} {
		b.cfg.Metrics.AddGauge(g.name, g.help, nil, func() float64 { return float64(g.size()) })
	}
}

// gaugeConnected adds the metric that tells whether the platform is connected, unless it needs no connection.
func gaugeConnected(m *metrics.Metrics, p chat.Platform) {
	if p.Traits().Connection == chat.NotNeeded {
		return
	}
	m.AddGauge("connected", "1 while the platform is connected to its network.", map[string]string{"platform": p.Name()},
		func() float64 {
			if p.Traits().Connection == chat.Connected {
				return 1
			}
			return 0
		})
}

const (
	garbage   = 400       // garbage, in percent of the live memory, at which it is collected
	memoryMax = 350 << 20 // bytes of memory beyond which garbage is collected sooner
)

// TuneMemory sets how often the process collects garbage. The live memory is small, a few KiB a table, and every screen
// is garbage at once: by default garbage would be collected every few dozen moves. The process calls TuneMemory before
// Run.
func TuneMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryMax)
}
