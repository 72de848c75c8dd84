package bot

import (
	"cmp"
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/pages"
)

// happened takes in what a platform tells besides what people say.
func (b *Bot) happened(ctx context.Context, in chat.Input) error {
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
	if !b.Posts.Serves(place) {
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
