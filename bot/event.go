package bot

import (
	"cmp"
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/keep"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/spaces"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// handleEvent takes in what a platform tells besides what people say.
func (b *Bot) handleEvent(ctx context.Context, in chat.Input) error {
	switch in.What {
	case chat.Reachable:
		return b.reachable(ctx, in)
	case chat.Moved:
		return b.moveChat(ctx, in.Chat, in.To)
	case chat.Joined:
		b.Posts.FindAgain(ctx, in)
		return b.greet(ctx, in)
	case chat.Removed:
		return b.Posts.Lose(ctx, in)
	case chat.Said:
	}
	return nil
}

// reachable brings what couldn't be shown before, or was shown in a language
// that wasn't the person's; who is new is met by it.
func (b *Bot) reachable(ctx context.Context, in chat.Input) error {
	if in.User != "" {
		if _, err := b.People.Resolve(ctx, in); err != nil {
			return err
		}
	}
	b.Posts.FindAgain(ctx, in)
	return nil
}

// greet says hello in a chat that the bot has come to, once and for all. If that
// fails, the bot may be let in again and greet then.
func (b *Bot) greet(ctx context.Context, in chat.Input) error {
	place := chat.Place{Chat: in.Chat}
	if !b.Outbox.Serves(place) {
		return nil
	}
	if first, err := b.Store.Claim(ctx, kindGreeted, string(in.Chat), true); err != nil || !first {
		return err
	}
	lang, err := b.Spaces.SettleLang(ctx, in.Home(), cmp.Or(in.SpaceLang, in.Lang))
	if err != nil {
		return errors.Join(err, b.Store.GiveBack(context.WithoutCancel(b.Running), kindGreeted, string(in.Chat)))
	}
	page := pages.Greeting{Home: in.Home(), Chat: in.Chat, Languages: command.LanguageNames(b.Services)}
	screen := *page.Screen(b.Posts.Readers.WithCommands(in.Platform(), b.Words.In(lang, b.cfg.Language)))
	b.Outbox.Post("greeting", place, func() chat.Screen { return screen }, func(err error) {
		if err == nil {
			return
		}
		b.cfg.Log.Warn("no greeting", "platform", place.Platform(), "err", err)
		if err := b.Store.GiveBack(context.WithoutCancel(b.Running), kindGreeted, string(in.Chat)); err != nil {
			b.cfg.Log.Warn("a chat is never greeted", "platform", place.Platform(), "err", err)
		}
	})
	return nil
}

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
