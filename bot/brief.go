package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// readBriefs reads which tables there are.
func (b *Bot) readBriefs(ctx context.Context) error {
	for doc, err := range b.store.Scan(ctx, tables.KindBrief, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read which tables there are: %w", err)
		}
		var x tables.Summary
		if err := keep.Decode(doc, &x); err != nil {
			b.cfg.Log.Error("brief not read, its table is read instead", "err", err)
			if x, err = b.briefAnew(ctx, chat.TableID(doc.Key.ID)); err != nil {
				b.cfg.Log.Error("table left out", "table", doc.Key.ID, "err", err)
				continue
			}
		}
		b.register.Update(x)
		for _, p := range x.Lost {
			b.outbox.Silence(p)
		}
	}
	return nil
}

// briefAnew is what the table's brief should say.
func (b *Bot) briefAnew(ctx context.Context, id chat.TableID) (tables.Summary, error) {
	doc, err := b.store.Get(ctx, storage.Key{Kind: tables.KindTable, ID: string(id)})
	if err != nil {
		return tables.Summary{}, err
	}
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return tables.Summary{}, err
	}
	return tables.SummaryOf(t), nil
}
