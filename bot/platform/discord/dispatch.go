package discord

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/platform/lines"
	"tarockbot/bot/support/metrics"
)

// dispatcher hands interactions and events to the bot.
type dispatcher struct {
	log      *slog.Logger
	metrics  *metrics.Metrics
	decideIn time.Duration
	status   *status
	people   *people
	guilds   *guilds
	threads  *threads
	hooks    *hooks
	lines    *lines.Store
	commands slashCommands
	queues   *keyedqueue.Queues
	replies  *replies
	handle   chat.Handler // nil until Run
}

func (d *dispatcher) handleInteraction(ctx context.Context, i *interaction, r *reply) {
	d.record(ctx, i, r.sent)
	if i.Type == typeAutocomplete {
		r.suggest(d.suggest(ctx, i))
		return
	}
	in := d.input(ctx, i, "")
	lines, ok := d.linesOf(ctx, i)
	if !ok {
		r.say("old")
		return
	}
	answer, err := d.decideAll(ctx, in, lines)
	switch {
	case err != nil && ctx.Err() != nil: // the successor has received the interaction, too
		r.abandon()
		return
	case err != nil:
		d.log.Error("discord: an input failed", "err", err)
		r.say("failed")
		return
	}
	line := lines[len(lines)-1]
	if answer.Screen == nil {
		answer.Screen, line = d.screenAfter(ctx, i, in, answer)
	}
	r.finish(answer, line)
}

// screenAfter returns the screen after an answer without one, and its line: the next page or the pressed panel.
func (d *dispatcher) screenAfter(ctx context.Context, i *interaction, in chat.Input, a chat.Answer) (*chat.Screen, string) {
	switch {
	case a.Next.Line != "" && !i.isDirect():
		return d.followNext(ctx, in, a.Next), a.Next.Line
	case i.isEphemeral() && a.Ask == nil:
		return d.reopenPanel(ctx, i, in)
	}
	return nil, ""
}

func (d *dispatcher) record(ctx context.Context, i *interaction, answered <-chan struct{}) {
	d.people.record(i)
	d.hooks.record(i, answered)
	switch {
	case i.isDirect():
		if d.people.recordOpened(ctx, i.user().ID, i.ChannelID) {
			in := d.input(ctx, i, "")
			in.ID, in.What = in.ID+".reachable", chat.EventReachable
			d.handleEvent(ctx, in)
		}
	case !i.isForeign():
		d.guilds.recordUse(ctx, i.GuildID, d.threads.parentChannel(ctx, i))
	}
}

func (d *dispatcher) input(ctx context.Context, i *interaction, line string) chat.Input {
	in := chat.Input{ID: prefix + i.ID, User: userID(i.user().ID), Name: i.name(), Lang: i.Locale, Line: line}
	if !i.isDirect() && isSnowflake(i.ChannelID) {
		in.Chat, in.BotMuted = chatID(d.threads.parentChannel(ctx, i)), i.isMute()
		if isSnowflake(i.GuildID) {
			in.Space, in.SpaceLang, in.Admin = spaceID(i.GuildID), i.Language, i.administers()
		}
	}
	return in
}

// followNext returns the button's page. If that fails, it returns a page with the button.
func (d *dispatcher) followNext(ctx context.Context, in chat.Input, next chat.Button) *chat.Screen {
	in.ID, in.Line = in.ID+".next", next.Line
	if answer, err := d.decide(ctx, in); err == nil && answer.Screen != nil {
		return answer.Screen
	}
	return &chat.Screen{Buttons: [][]chat.Button{{next}}}
}

// reopenPanel returns a private panel's current screen and its line.
func (d *dispatcher) reopenPanel(ctx context.Context, i *interaction, in chat.Input) (*chat.Screen, string) {
	in.ID, in.Line = in.ID+".fresh", openerIn(i.Message)
	if in.Line == "" {
		return nil, ""
	}
	answer, err := d.decide(ctx, in)
	if err != nil {
		return nil, ""
	}
	return answer.Screen, in.Line
}

// decide tries twice, because a failed try had no effect.
func (d *dispatcher) decide(ctx context.Context, in chat.Input) (answer chat.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.decideIn)
	defer cancel()
	try := func() {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("discord: in the handler: %w", chat.NewFault(r))
			}
		}()
		answer, err = d.handle(ctx, in)
	}
	if try(); err != nil && ctx.Err() == nil {
		try()
	}
	return answer, err
}

// decideAll passes the lines to the bot. It returns the first refusal, or else the last answer.
func (d *dispatcher) decideAll(ctx context.Context, in chat.Input, lines []string) (answer chat.Answer, err error) {
	id := in.ID
	for n, line := range lines {
		if in.Line = line; n > 0 {
			in.ID = fmt.Sprintf("%s.%d", id, n)
		}
		next, err := d.decide(ctx, in)
		if err != nil {
			return chat.Answer{}, err
		}
		if !answer.Refused {
			answer = next
		}
	}
	return answer, nil
}

func (d *dispatcher) handleEvent(ctx context.Context, in chat.Input) {
	if _, err := d.decide(ctx, in); err != nil && ctx.Err() == nil {
		d.log.Warn("discord: an event was not handled", "err", err)
	}
}
