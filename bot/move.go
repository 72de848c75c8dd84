package bot

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/people"
	"tarockbot/bot/spaces"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// moveChat takes what belongs to a chat along to its new id: its tables, its
// settings and its totals. It may be done again.
func (b *Bot) moveChat(ctx context.Context, from, to chat.ChatID) error {
	for _, id := range b.Tables.Index.ShownAt(chat.Input{Chat: from}) {
		if err := b.moveTable(ctx, id, from, to); err != nil {
			return err
		}
	}
	for _, kind := range []string{spaces.KindSpace, kindGreeted} {
		if err := b.moveDoc(ctx, kind, string(from), string(to)); err != nil {
			return err
		}
	}
	return b.Standings.MoveScope(ctx, from, to)
}

func (b *Bot) moveTable(ctx context.Context, id chat.TableID, from, to chat.ChatID) error {
	code, err := keep.NewCode(b.cfg.Random)
	if err != nil {
		return err
	}
	_, err = b.Tables.Update(ctx, id, chat.Input{ID: "moved/" + code}, people.Person{}, func(c *tables.Change) (chat.Answer, error) {
		c.MoveChat(from, to)
		return chat.Answer{}, nil
	})
	return chat.UnlessRefused(err) // it may have been forgotten meanwhile
}

// moveDoc gives a document another id, unless there is one already.
func (b *Bot) moveDoc(ctx context.Context, kind, from, to string) error {
	old, err := b.Store.Get(ctx, storage.Key{Kind: kind, ID: from})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	moved := storage.Doc{Key: storage.Key{Kind: kind, ID: to}, Data: old.Data}
	old.Data = nil
	err = b.Store.Commit(ctx, old, moved)
	if errors.Is(err, storage.ErrConflict) {
		err = b.Store.Commit(ctx, old)
	}
	return err
}
