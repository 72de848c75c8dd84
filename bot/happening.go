package bot

import (
	"context"

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
		if _, err := b.meet(ctx, in); err != nil {
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
	if first, err := b.claim(ctx, kindGreeted, string(in.Chat), true); err != nil || !first {
		return err
	}
	screen := greeting(b.spelt(in.platform(), b.words.In(in.Lang, b.cfg.Language)))
	b.work.Go(func() {
		err := b.keepPosting(place, func() Screen { return screen })
		if err == nil {
			return
		}
		b.cfg.Log.Warn("no greeting", "platform", place.platform(), "err", err)
		if err := b.giveBack(kindGreeted, string(in.Chat)); err != nil {
			b.cfg.Log.Warn("a chat is never greeted", "platform", place.platform(), "err", err)
		}
	})
	return nil
}

// greeting is the first three steps.
func greeting(w *words.Tongue) Screen {
	return Screen{
		Lang: w.Tag(),
		Text: []Line{
			{{Text: w.Say("greeting.title"), Style: Title}},
			{{Text: w.Say("greeting.challenge")}}, {{Text: w.Say("greeting.practice")}}, {{Text: w.Say("greeting.course")}},
		},
		Buttons: [][]Button{{
			{Label: w.Say("button.challenge"), Line: "challenge", Look: Primary},
			{Label: w.Say("button.practice"), Line: "practice"},
			{Label: w.Say("button.course"), Line: "rules course"},
		}},
	}
}
