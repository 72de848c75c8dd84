package bot

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables"
)

func (b *Bot) addGauges() {
	for _, s := range []match.Stage{match.Open, match.Playing} {
		b.cfg.Metrics.AddGauge("tables", "Open challenges and running matches.", map[string]string{"stage": string(s)},
			func() float64 {
				return float64(len(b.sv.Tables.Index.All(func(x tables.Summary) bool { return x.Stage == s })))
			})
	}
	for _, g := range []struct {
		name, help string
		size       func() int
	}{
		{"tables_loaded", "Tables in memory.", b.sv.Tables.Memory.Size},
		{"tables_thinking", "Tables that wait for a thinking computer player.", b.sv.Tables.Thinker.Waiting},
		{"tables_owed", "Tables whose messages may be stale.", b.sv.Tables.Dirty.Size},
		{"traces", "People and chats in the index of tables.", b.sv.Tables.Index.KeyCount},
	} {
		b.cfg.Metrics.AddGauge(g.name, g.help, nil, func() float64 { return float64(g.size()) })
	}
}

func addConnectedGauge(m *metrics.Metrics, p chat.Platform) {
	if p.Traits().Connection == chat.ConnectionNotNeeded {
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
