package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"tarockbot/bot/pages"
	"tarockbot/render/words"
)

// happened takes in what a platform tells besides what people say.
func (b *Bot) happened(ctx context.Context, in Input) error {
	switch in.What {
	case Reachable:
		return b.reachable(ctx, in)
	case Moved:
		return b.moveChat(ctx, in.Chat, in.To)
	case Joined:
		b.findAgain(ctx, in)
		return b.greet(ctx, in)
	case Removed:
		return b.lose(ctx, in)
	case Said:
	}
	return nil
}

// reachable brings what couldn't be shown before, or was shown in a language
// that wasn't the person's; who is new is met by it.
func (b *Bot) reachable(ctx context.Context, in Input) error {
	if in.User != "" {
		if _, err := b.people.meet(ctx, in); err != nil {
			return err
		}
	}
	b.findAgain(ctx, in)
	return nil
}

// greet says hello in a chat that the bot has come to, once and for all. If that
// fails, the bot may be let in again and greet then.
func (b *Bot) greet(ctx context.Context, in Input) error {
	place := Place{Chat: in.Chat}
	if !b.serves(place) {
		return nil
	}
	if first, err := b.store.Claim(ctx, kindGreeted, string(in.Chat), true); err != nil || !first {
		return err
	}
	lang, err := b.settleLang(ctx, in.Home(), cmp.Or(in.SpaceLang, in.Lang))
	if err != nil {
		return errors.Join(err, b.store.GiveBack(context.WithoutCancel(b.running), kindGreeted, string(in.Chat)))
	}
	screen := b.greeting(in, b.withCommands(in.Platform(), b.words.In(lang, b.cfg.Language)))
	b.outbox.Post("greeting", place, func() Screen { return screen }, func(err error) {
		if err == nil {
			return
		}
		b.cfg.Log.Warn("no greeting", "platform", place.Platform(), "err", err)
		if err := b.store.GiveBack(context.WithoutCancel(b.running), kindGreeted, string(in.Chat)); err != nil {
			b.cfg.Log.Warn("a chat is never greeted", "platform", place.Platform(), "err", err)
		}
	})
	return nil
}

// greeting is the first three steps, and in which language they are: those who
// administer the place can choose another.
func (b *Bot) greeting(in Input, w *words.Tongue) Screen {
	var langs []Button
	for _, lang := range words.Languages() {
		line := fmt.Sprintf("config %s %s %s %s", in.Home(), in.Chat, settingLang, lang)
		langs = append(langs, Button{Label: b.languageName(lang, w), Line: line, Look: pages.LookIf(lang == w.Tag())})
	}
	return Screen{
		Lang: w.Tag(),
		Text: []Line{
			{{Text: w.Say("greeting.title"), Style: Title}},
			{{Text: w.Say("greeting.challenge")}}, {{Text: w.Say("greeting.practice")}}, {{Text: w.Say("greeting.course")}},
			{{Text: w.Say("greeting.language", "Language", b.languageName(w.Tag(), w)), Style: Dim}},
		},
		Buttons: [][]Button{{
			{Label: w.Say("button.challenge"), Line: "challenge", Look: Primary},
			{Label: w.Say("button.practice"), Line: "practice"},
			{Label: w.Say("button.course"), Line: "rules course"},
		}, langs},
	}
}
