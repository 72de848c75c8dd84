package bot

import (
	"cmp"
	"context"
	"encoding/json"

	"tarockbot/bot/keep"
)

// giveAlarms sets the alarms of tables from before there were any.
func giveAlarms(ctx context.Context, m *migration) error {
	for doc, err := range m.each(ctx, kindTable) {
		if err != nil {
			return err
		}
		t, fields := new(table), make(map[string]json.RawMessage)
		if cmp.Or(keep.Decode(doc, t), keep.Decode(doc, &fields)) != nil {
			continue
		}
		docs := m.bot.setAlarm(t)
		if len(docs) == 0 {
			continue
		}
		for _, d := range docs {
			if err := m.set(ctx, d); err != nil {
				return err
			}
		}
		if fields["alarm"], err = json.Marshal(t.Alarm); err != nil {
			return err
		}
		if err := m.put(ctx, kindTable, doc.Key.ID, fields); err != nil {
			return err
		}
	}
	return nil
}

// giveBriefs writes the briefs of tables from before there were any. What is shown
// of them isn't known.
func giveBriefs(ctx context.Context, m *migration) error {
	return eachTable(ctx, m, func(t *table) error {
		if err := m.put(ctx, kindBrief, string(t.ID), briefOf(t)); err != nil {
			return err
		}
		return m.set(ctx, owedDoc(t.ID, 0))
	})
}

// tellSpaces writes the briefs anew of tables with boards in servers, which they
// didn't tell of before.
func tellSpaces(ctx context.Context, m *migration) error {
	return eachTable(ctx, m, func(t *table) error {
		x := briefOf(t)
		if len(x.Spaces) == 0 {
			return nil
		}
		return m.put(ctx, kindBrief, string(t.ID), x)
	})
}

// eachTable migrates all tables that can be read.
func eachTable(ctx context.Context, m *migration, migrate func(*table) error) error {
	for doc, err := range m.each(ctx, kindTable) {
		if err != nil {
			return err
		}
		t := new(table)
		if keep.Decode(doc, t) != nil {
			continue
		}
		if err := migrate(t); err != nil {
			return err
		}
	}
	return nil
}
