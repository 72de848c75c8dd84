package discord

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
)

// input is the interaction as the bot gets it, saying the line.
func (p *Platform) input(ctx context.Context, i *interaction, line string) chat.Input {
	in := chat.Input{ID: prefix + i.ID, User: userID(i.user().ID), Name: i.name(), Lang: i.Locale, Line: line}
	if !i.direct() && isSnowflake(i.ChannelID) {
		in.Chat, in.Mute = chatID(p.hall(ctx, i)), i.mute()
		if isSnowflake(i.GuildID) {
			in.Space, in.SpaceLang, in.Admin = spaceID(i.GuildID), i.Language, i.administers()
		}
	}
	return in
}

// act does what the person asked for and answers.
func (p *Platform) act(ctx context.Context, handle chat.Handler, i *interaction, r *reply) {
	p.meet(ctx, handle, i, r)
	if i.Type == typeAutocomplete {
		r.suggest(p.suggestions(ctx, handle, i))
		return
	}
	in := p.input(ctx, i, "")
	lines, ok := p.said(ctx, i)
	if !ok {
		r.finish(outcome{alert: catalogue.In(i.Locale).Say("old")})
		return
	}
	answer, err := p.decideAll(ctx, handle, in, lines)
	if err != nil {
		p.log.Error("discord: an input failed", "err", err)
		r.finish(outcome{alert: catalogue.In(i.Locale).Say("failed")})
		return
	}
	o := outcome{alert: answer.Alert, screen: answer.Screen, file: answer.File, line: lines[len(lines)-1], repeated: answer.Repeated}
	if next := answer.Next; o.screen == nil && next.Line != "" && !i.direct() {
		o.screen, o.line = p.goOn(ctx, handle, in, next), next.Line
	}
	if o.screen == nil && i.ephemeral() {
		o.screen, o.line = p.refreshed(ctx, handle, i, in)
	}
	if o.screen == nil && i.ephemeral() && answer.Page != "" && o.alert != "" {
		o.screen = &chat.Screen{Lang: i.Locale, Ended: true} // the word takes the place of the page, which has ended
	}
	r.finish(o)
}

// decideAll hands in one line after the other. The answer is the last one, or the
// first that refuses: its person is to read why.
func (p *Platform) decideAll(ctx context.Context, handle chat.Handler, in chat.Input, lines []string) (answer chat.Answer, err error) {
	id := in.ID
	for n, line := range lines {
		if in.Line = line; n > 0 {
			in.ID = fmt.Sprintf("%s.%d", id, n)
		}
		next, err := p.decide(ctx, handle, in)
		if err != nil {
			return chat.Answer{}, err
		}
		if !answer.Refused {
			answer = next
		}
	}
	return answer, nil
}

// meet learns what an interaction tells besides what was asked: names, how to
// reach the person, where the bot is used.
func (p *Platform) meet(ctx context.Context, handle chat.Handler, i *interaction, r *reply) {
	p.names.learn(i)
	p.hooks.learn(i, r.sent)
	if i.direct() {
		if p.directs.opened(ctx, p.notes, i.user().ID, i.ChannelID) {
			in := p.input(ctx, i, "")
			in.ID, in.What = in.ID+".reachable", chat.Reachable
			p.tell(ctx, handle, in)
		}
		return
	}
	if !i.foreign() {
		p.guilds.use(ctx, p.notes, i.GuildID, p.hall(ctx, i))
	}
}

// tell hands in what has happened; nobody waits for an answer.
func (p *Platform) tell(ctx context.Context, handle chat.Handler, in chat.Input) {
	if _, err := p.decide(ctx, handle, in); err != nil && ctx.Err() == nil {
		p.log.Warn("discord: a happening was not taken", "err", err)
	}
}

// goOn is the page that the button leads to, or has the button if it can't be
// had now. Direct messages may be closed, which nobody may know yet.
func (p *Platform) goOn(ctx context.Context, handle chat.Handler, in chat.Input, next chat.Button) *chat.Screen {
	in.ID, in.Line = in.ID+".next", next.Line
	if answer, err := p.decide(ctx, handle, in); err == nil && answer.Screen != nil {
		return answer.Screen
	}
	return &chat.Screen{Buttons: [][]chat.Button{{next}}}
}

// refreshed is a private panel as it is now, after a press on it whose answer
// has none: nobody else brings it up to date.
func (p *Platform) refreshed(ctx context.Context, handle chat.Handler, i *interaction, in chat.Input) (*chat.Screen, string) {
	line := openerIn(i.Message.Components)
	if line == "" {
		return nil, ""
	}
	in.ID, in.Line = in.ID+".fresh", line
	answer, err := p.decide(ctx, handle, in)
	if err != nil || answer.Screen == nil {
		return nil, ""
	}
	return answer.Screen, line
}
