package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/storage"
)

// readBriefs reads which tables there are.
func (b *Bot) readBriefs(ctx context.Context) error {
	for doc, err := range b.store.Scan(ctx, kindBrief, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read which tables there are: %w", err)
		}
		var x brief
		if err := keep.Decode(doc, &x); err != nil {
			b.cfg.Log.Error("brief not read, its table is read instead", "err", err)
			if x, err = b.briefAnew(ctx, chat.TableID(doc.Key.ID)); err != nil {
				b.cfg.Log.Error("table left out", "table", doc.Key.ID, "err", err)
				continue
			}
		}
		b.register.note(x)
		for _, p := range x.Lost {
			b.outbox.Silence(p)
		}
	}
	return nil
}

// briefAnew is what the table's brief should say.
func (b *Bot) briefAnew(ctx context.Context, id chat.TableID) (brief, error) {
	doc, err := b.store.Get(ctx, storage.Key{Kind: kindTable, ID: string(id)})
	if err != nil {
		return brief{}, err
	}
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return brief{}, err
	}
	return briefOf(t), nil
}
