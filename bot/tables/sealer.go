package tables

import (
	"context"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
)

// Sealer re-encrypts tables that an older key sealed.
type Sealer struct{ *Tables }

// Stale returns the tables that need Reseal.
func (x Sealer) Stale(ctx context.Context) (map[chat.TableID]bool, error) {
	stale := make(map[chat.TableID]bool)
	for _, kind := range []string{KindTable, KindDraft} {
		for id, err := range x.config.Store.Stale(ctx, kind) {
			if err != nil {
				return nil, fmt.Errorf("bot: find tables to reseal: %w", err)
			}
			table, _, _ := strings.Cut(id, ".") // see draftID
			stale[chat.TableID(table)] = true
		}
	}
	return stale, nil
}

// Reseal stores the tables and drafts again. It skips unreadable tables.
func (x Sealer) Reseal(ctx context.Context, stale map[chat.TableID]bool) error {
	for id := range stale {
		err := x.WithTable(ctx, id, func(l *Locked) error { return x.storeAsIs(ctx, l) })
		if err = chat.IgnoreRefusal(err); err != nil {
			return fmt.Errorf("bot: reseal: %w", err)
		}
	}
	return nil
}

func (x Sealer) storeAsIs(ctx context.Context, l *Locked) error {
	c, drafts := l.Change(), l.now.drafts
	c.SkipsShow = true
	for s, d := range drafts {
		doc, err := d.doc(l.id, s)
		if err != nil {
			return err
		}
		c.Docs = append(c.Docs, doc)
	}
	if err := x.Commit(ctx, l, c); err != nil {
		return err
	}
	for s, d := range drafts {
		d.version++
		l.setDraft(s, d)
	}
	return nil
}
