package tables

import (
	"context"
	"fmt"
	"log/slog"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage/sealed"
)

// ReadSummaries fills the index, without tables that no key opens.
func (ts *Tables) ReadSummaries(ctx context.Context) error {
	lost, err := lostTables(ctx, ts.config.Store, ts.config.Log)
	if err != nil {
		return err
	}
	for doc, err := range ts.config.Store.Scan(ctx, KindSummary, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read tables: %w", err)
		}
		if lost[doc.Key.ID] {
			continue
		}
		var s Summary
		if err := documents.Decode(doc, &s); err != nil {
			ts.config.Log.Error("unreadable summary, reading its table instead", "err", err)
			t, _, err := readTable(ctx, ts.config.Store, chat.TableID(doc.Key.ID))
			if err != nil {
				ts.config.Log.Error("table left out", "table", doc.Key.ID, "err", err)
				continue
			}
			s = SummaryOf(t)
		}
		ts.Index.Update(s)
	}
	return nil
}

func lostTables(ctx context.Context, store *documents.Store, log *slog.Logger) (map[string]bool, error) {
	lost := make(map[string]bool)
	for doc, err := range store.Scan(ctx, KindTable, "", "") {
		if err != nil {
			return nil, fmt.Errorf("bot: read tables: %w", err)
		}
		if sealed.IsSealed(doc.Data) {
			lost[doc.Key.ID] = true
		}
	}
	if len(lost) > 0 {
		log.Error("tables left out: they are sealed, and no key here opens them", "tables", len(lost))
	}
	return lost, nil
}
