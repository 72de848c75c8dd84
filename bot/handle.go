package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/command"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// openRefusals tell nothing that the others in a chat don't know or may not know:
// no cards, no secrets, nothing about who avoids whom.
var openRefusals = []string{
	"no-friend", "several-tagged", "yourself", "no-term", "no-pace", "said-twice", "no-option", "no-options", "no-value", "no-length", "no-length-series", "only-series", "one-challenge", "tables-chat",
	"tables-person", "taken", "challenge-over", "own-challenge", "open-to-all", "no-such-table", "no-topic",
	"no-challenge", "challenge-admins", "config-admins", "config-where", "none-open", "nowhere-here", "one-filter", "no-stake", "no-stakes",
}

// Handle decides one input: the life of a click. What it changed is durable when it returns, and on its
// way to everybody's screens. On an error nothing has happened, and the same input may be handed in again.
func (b *Bot) Handle(ctx context.Context, in chat.Input) (answer chat.Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			answer, err = chat.Answer{}, chat.LogFault(b.cfg.Log, "input", r)
		}
		if errors.Is(err, storage.ErrUnavailable) || errors.Is(err, storage.ErrClosed) {
			err = fmt.Errorf("%w: %w", chat.ErrNotNow, err)
		}
		if err != nil {
			b.cfg.Metrics.CountFailure(in.Platform())
		}
	}()
	if b.Running.Err() != nil || !b.deciding.enter() {
		return chat.Answer{}, fmt.Errorf("%w: it has stopped", chat.ErrNotNow)
	}
	defer b.deciding.leave()
	if !b.cfg.Acting() {
		return chat.Answer{}, fmt.Errorf("%w: another bot may act", chat.ErrNotNow)
	}
	if wait := b.spam.wait(in, b.cfg.Now()); wait > 0 {
		return b.refusal(in, b.languageOf(ctx, in), chat.Refuse("slow", "Seconds", int(math.Ceil(wait.Seconds())))), nil
	}
	if in.User != "" {
		if !b.People.Erasures.BeginInput(in.User) {
			return b.refusal(in, b.Messages.Readers.WithCommands(in.Platform(), b.Words.In(in.Lang, b.cfg.Language)), chat.Refuse("being-forgotten")), nil
		}
		defer b.People.Erasures.EndInput(in.User)
	}
	if in.What != chat.Said {
		return chat.Answer{}, b.handleEvent(ctx, in)
	}
	answer, err = b.answered.decideOnce(ctx, in, func() (chat.Answer, error) { return b.answer(ctx, in) })
	return b.refuseStoreError(ctx, in, answer, err)
}

// refuseStoreError turns a full or damaged store into a refusal, because repeating the input wouldn't help.
// The log tells which document is damaged.
func (b *Bot) refuseStoreError(ctx context.Context, in chat.Input, answer chat.Answer, err error) (chat.Answer, error) {
	why := ""
	switch {
	case errors.Is(err, storage.ErrUncertain): // the same input decides anew
		return answer, err
	case errors.Is(err, storage.ErrFull):
		why = "full"
	case errors.Is(err, storage.ErrDamaged):
		why = "damaged"
		b.cfg.Log.Error("somebody is refused what needs damaged data", "platform", in.Platform(), "err", err)
	default:
		return answer, err
	}
	b.cfg.Metrics.CountRefusal(in.Platform(), why)
	return chat.Answer{Alert: b.languageOf(ctx, in).Say("refuse." + why), Refused: true}, nil
}

// answer decides what a person has said, unless it has had its effect before.
func (b *Bot) answer(ctx context.Context, in chat.Input) (chat.Answer, error) {
	p, err := b.People.Resolve(ctx, in)
	if err != nil {
		return chat.Answer{}, err
	}
	if no := b.cfg.Bans.RefusalFor(in.Chat, p); no != nil {
		return b.refusal(in, b.Messages.Readers.Tongue(p, in.Platform()), no), nil
	}
	b.People.Crowd.RecordActive(in.Chat, in.User, p)
	if b.Outbox.EndSilence(in.Place()) {
		defer b.markFound(ctx, in) // with what the input has changed
	}
	r := &command.Request{Input: in, Person: p, Words: b.Messages.Readers.Tongue(p, in.Platform())}
	back := b.Messages.Presence.Record(p.ID, b.cfg.Now())
	done := b.presses.begin(r.Person.Head().Person)
	defer done()
	answer, err := command.Dispatch(ctx, b.Services, r)
	if err != nil {
		back()
		done()
		if b.presses.isDuplicate(ctx, r, err, b.cfg.Now) {
			err = chat.Refuse("done-already")
		}
		return b.refused(r, err)
	}
	b.presses.record(r, answer, b.cfg.Now())
	b.cfg.Metrics.CountAction(in.Platform(), r.Command)
	return answer, nil
}

// markFound shows what wasn't shown in a place where somebody has said something.
func (b *Bot) markFound(ctx context.Context, in chat.Input) {
	if err := b.Messages.MarkFound(ctx, in); err != nil && ctx.Err() == nil {
		b.cfg.Log.Warn("tables not shown where somebody was heard", "platform", in.Platform(), "err", err)
	}
}

// refused turns a refusal into kind words, and returns other errors. A question that the input answers has
// ended, also if the answer came too late.
func (b *Bot) refused(r *command.Request, err error) (chat.Answer, error) {
	answer := chat.Answer{Refused: true, Page: command.Question(b.Services, r.Line)}
	var mine *chat.Refusal
	var rules *engine.Refusal
	switch {
	case errors.As(err, &mine):
		b.cfg.Metrics.CountRefusal(r.Platform(), mine.ID)
		answer.Alert, answer.Open = r.Words.Say("refuse."+mine.ID, mine.Gaps...), slices.Contains(openRefusals, mine.ID)
		if near, is := errors.AsType[*command.Misspelt](err); is {
			answer.Screen, answer.Page = screens.Meant{Question: answer.Alert, Line: near.Line}.Screen(r.Words), "help"
			answer.Alert = "" // the page says it
		}
	case errors.As(err, &rules):
		b.cfg.Metrics.CountRefusal(r.Platform(), string(rules.Reason))
		answer.Alert = describe.Refusal(rules, r.Words)
		if out, is := errors.AsType[*tables.IllegalAction](err); is {
			answer.Alert += hint(b.Topics, out, rules.Reason, r.Words)
		}
	default:
		return chat.Answer{}, err
	}
	return answer, nil
}

// refusal refuses an input with a word. A person who goes on reads it only once.
func (b *Bot) refusal(in chat.Input, t *words.Tongue, why error) chat.Answer {
	if in.What != chat.Said {
		return chat.Answer{}
	}
	answer := chat.Answer{Refused: true}
	if no, is := errors.AsType[*chat.Refusal](why); is {
		b.cfg.Metrics.CountRefusal(in.Platform(), no.ID)
		answer.Alert, answer.Repeated = t.Say("refuse."+no.ID, no.Gaps...), !b.spam.warnOnce(in.User)
	}
	return answer
}

// languageOf returns the texts for a person who may be unknown.
func (b *Bot) languageOf(ctx context.Context, in chat.Input) *words.Tongue {
	if p, known, _ := b.People.LookupLinked(ctx, in.User); known {
		return b.Messages.Readers.Tongue(p, in.Platform())
	}
	return b.Messages.Readers.WithCommands(in.Platform(), b.Words.In(in.Lang, b.cfg.Language))
}

// hint tells which page of the rules explains the reason.
func hint(topics screens.Topics, out *tables.IllegalAction, reason engine.Name, t *words.Tongue) string {
	topic, ok := out.Game.Topics[reason]
	if !ok {
		return ""
	}
	return " " + t.Say("hint.rules", "Rules", t.Say("rules."+out.Rules), "Game", speech.Spoken(out.Game.ID, t), "Topic", topics.Word(out.Game, topic, t))
}

// handleEvent takes in what a platform tells besides what people say.
func (b *Bot) handleEvent(ctx context.Context, in chat.Input) error {
	switch in.What {
	case chat.Reachable:
		return b.markReachable(ctx, in)
	case chat.Moved:
		return b.moveChat(ctx, in.Chat, in.To)
	case chat.Joined:
		found := b.Messages.MarkFound(ctx, in)
		return cmp.Or(found, b.greet(ctx, in)) // it greets also if some tables weren't shown
	case chat.Removed:
		return b.Messages.MarkLost(ctx, in)
	case chat.Said:
	}
	return nil
}

// markReachable shows the user what couldn't be shown before. It creates the person if the bot has never
// met them.
func (b *Bot) markReachable(ctx context.Context, in chat.Input) error {
	if in.User != "" {
		if _, err := b.People.Resolve(ctx, in); err != nil {
			return err
		}
	}
	return b.Messages.MarkFound(ctx, in)
}

// greet says hello in a chat that the bot has come to, once and for all. If that fails the bot greets when
// it is let in again.
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
		return errors.Join(err, b.Store.Unclaim(context.WithoutCancel(b.Running), kindGreeted, string(in.Chat)))
	}
	page := screens.Greeting{Home: in.Home(), Chat: in.Chat, Languages: command.LanguageNames(b.Services)}
	screen := *page.Screen(b.Messages.Readers.WithCommands(in.Platform(), b.Words.In(lang, b.cfg.Language)))
	b.Outbox.Post("greeting", place, func() chat.Screen { return screen }, func(err error) {
		if err == nil {
			return
		}
		b.cfg.Log.Warn("no greeting", "platform", place.Platform(), "err", err)
		if err := b.Store.Unclaim(context.WithoutCancel(b.Running), kindGreeted, string(in.Chat)); err != nil {
			b.cfg.Log.Warn("a chat is never greeted", "platform", place.Platform(), "err", err)
		}
	})
	return nil
}

// moveChat takes what belongs to a chat along to its new id: its tables, its settings and its totals. It
// is idempotent.
func (b *Bot) moveChat(ctx context.Context, from, to chat.ChatID) error {
	if err := b.Tables.MoveChat(ctx, from, to); err != nil {
		return err
	}
	defer b.Spaces.Invalidate(from, to)
	for _, kind := range []string{spaces.KindSpace, kindGreeted} {
		if err := b.Store.Move(ctx, kind, string(from), string(to)); err != nil {
			return err
		}
	}
	return b.Standings.MoveScope(ctx, from, to)
}
