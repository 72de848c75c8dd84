package discord

import (
	"context"
	"log/slog"

	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
)

// dispatcher hands what people do to the bot, and has them answered.
type dispatcher struct {
	decider  *decider
	names    *names
	hooks    *hooks
	directs  *directs
	guilds   *guilds
	threads  *threads
	lines    *lines.Store
	commands slashCommands
	log      *slog.Logger
}

// input is the interaction as the bot gets it, saying the line.
func (d *dispatcher) input(ctx context.Context, i *interaction, line string) chat.Input {
	in := chat.Input{ID: prefix + i.ID, User: userID(i.user().ID), Name: i.name(), Lang: i.Locale, Line: line}
	if !i.direct() && isSnowflake(i.ChannelID) {
		in.Chat, in.Mute = chatID(d.threads.hall(ctx, i)), i.mute()
		if isSnowflake(i.GuildID) {
			in.Space, in.SpaceLang, in.Admin = spaceID(i.GuildID), i.Language, i.administers()
		}
	}
	return in
}

// act does what the person asked for and answers.
func (d *dispatcher) act(ctx context.Context, i *interaction, r *reply) {
	d.meet(ctx, i, r)
	if i.Type == typeAutocomplete {
		r.suggest(d.suggestions(ctx, i))
		return
	}
	in := d.input(ctx, i, "")
	lines, ok := d.said(ctx, i)
	if !ok {
		r.finish(outcome{alert: catalogue.In(i.Locale).Say("old")})
		return
	}
	answer, err := d.decider.all(ctx, in, lines)
	if err != nil {
		d.log.Error("discord: an input failed", "err", err)
		r.finish(outcome{alert: catalogue.In(i.Locale).Say("failed")})
		return
	}
	o := outcome{alert: answer.Alert, screen: answer.Screen, file: answer.File, line: lines[len(lines)-1], repeated: answer.Repeated}
	if next := answer.Next; o.screen == nil && next.Line != "" && !i.direct() {
		o.screen, o.line = d.goOn(ctx, in, next), next.Line
	}
	if o.screen == nil && i.ephemeral() {
		o.screen, o.line = d.refreshed(ctx, i, in)
	}
	if o.screen == nil && i.ephemeral() && answer.Page != "" && o.alert != "" {
		o.screen = &chat.Screen{Lang: i.Locale, Ended: true} // the word takes the place of the page, which has ended
	}
	r.finish(o)
}

// meet learns what an interaction tells besides what was asked: names, how to
// reach the person, where the bot is used.
func (d *dispatcher) meet(ctx context.Context, i *interaction, r *reply) {
	d.names.learn(i)
	d.hooks.learn(i, r.sent)
	if i.direct() {
		if d.directs.opened(ctx, i.user().ID, i.ChannelID) {
			in := d.input(ctx, i, "")
			in.ID, in.What = in.ID+".reachable", chat.Reachable
			d.decider.tell(ctx, in)
		}
		return
	}
	if !i.foreign() {
		d.guilds.use(ctx, i.GuildID, d.threads.hall(ctx, i))
	}
}

// goOn is the page that the button leads to, or has the button if it can't be
// had now. Direct messages may be closed, which nobody may know yet.
func (d *dispatcher) goOn(ctx context.Context, in chat.Input, next chat.Button) *chat.Screen {
	in.ID, in.Line = in.ID+".next", next.Line
	if answer, err := d.decider.decide(ctx, in); err == nil && answer.Screen != nil {
		return answer.Screen
	}
	return &chat.Screen{Buttons: [][]chat.Button{{next}}}
}

// refreshed is a private panel as it is now, after a press on it whose answer
// has none: nobody else brings it up to date.
func (d *dispatcher) refreshed(ctx context.Context, i *interaction, in chat.Input) (*chat.Screen, string) {
	line := openerIn(i.Message.Components)
	if line == "" {
		return nil, ""
	}
	in.ID, in.Line = in.ID+".fresh", line
	answer, err := d.decider.decide(ctx, in)
	if err != nil || answer.Screen == nil {
		return nil, ""
	}
	return answer.Screen, line
}
