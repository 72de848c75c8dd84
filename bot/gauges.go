package bot

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

// gauges adds what the bot is asked for when somebody looks at the figures.
func (b *Bot) gauges() {
	for _, s := range []match.Stage{match.Open, match.Playing} {
		b.cfg.Metrics.Gauge("tables", "Tables that are not over: challenges and matches.", map[string]string{"stage": string(s)},
			func() float64 { return float64(b.Tables.Index.Count(s)) })
	}
	for _, g := range []struct {
		name, help string
		size       func() int
	}{
		{"tables_loaded", "Tables in memory; the others are read when they are needed.", b.Tables.Size},
		{"tables_owed", "Tables of which something may still have to be shown.", b.dirty.Size},
		{"traces", "People and chats by which tables are found.", b.Tables.Index.Size},
	} {
		b.cfg.Metrics.Gauge(g.name, g.help, nil, func() float64 { return float64(g.size()) })
	}
}

// gaugeConnected adds whether the platform has its network.
func (b *Bot) gaugeConnected(p chat.Platform) {
	if p.Traits().Connection == chat.NotNeeded {
		return
	}
	b.cfg.Metrics.Gauge("connected", "1 while the platform is connected to its network.", map[string]string{"platform": p.Name()},
		func() float64 {
			if p.Traits().Connection == chat.Connected {
				return 1
			}
			return 0
		})
}
