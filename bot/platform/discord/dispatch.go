package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// dispatcher hands what people do at Discord to the bot, and has them answered.
type dispatcher struct {
	*parts
	handle chat.Handler
}

// act does what the person asked for and answers.
func (d *dispatcher) act(ctx context.Context, i *interaction, r *reply) {
	d.record(ctx, i, r)
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
	case err != nil && ctx.Err() != nil: // the bot ends; one that follows has heard it, too
		r.claimFinal()
		return
	case err != nil:
		d.log.Error("discord: an input failed", "err", err)
		r.say("failed")
		return
	}
	line := lines[len(lines)-1]
	if next := answer.Next; answer.Screen == nil && next.Line != "" && !i.direct() {
		answer.Screen, line = d.followNext(ctx, in, next), next.Line
	}
	if answer.Screen == nil && i.ephemeral() && answer.Ask == nil {
		answer.Screen, line = d.reopenPanel(ctx, i, in)
	}
	if answer.Screen == nil && i.ephemeral() && answer.Page != "" && answer.Alert != "" {
		answer.Screen = &chat.Screen{Lang: i.Locale, Ended: true} // the word takes the place of the page, which has ended
	}
	r.finish(answer, line)
}

// record notes what an interaction tells besides what was asked: names, how to
// reach the person, where the bot is used.
func (d *dispatcher) record(ctx context.Context, i *interaction, r *reply) {
	d.people.record(i)
	d.posts.hooks.record(i, r.sent)
	switch {
	case i.direct():
		if d.people.opened(ctx, i.user().ID, i.ChannelID) {
			in := d.input(ctx, i, "")
			in.ID, in.What = in.ID+".reachable", chat.Reachable
			d.handEvent(ctx, in)
		}
	case !i.foreign():
		d.guilds.use(ctx, i.GuildID, d.threads.parentChannel(ctx, i))
	}
}

// input is the interaction as the bot gets it, saying the line.
func (d *dispatcher) input(ctx context.Context, i *interaction, line string) chat.Input {
	in := chat.Input{ID: prefix + i.ID, User: userID(i.user().ID), Name: i.name(), Lang: i.Locale, Line: line}
	if !i.direct() && isSnowflake(i.ChannelID) {
		in.Chat, in.Mute = chatID(d.threads.parentChannel(ctx, i)), i.mute()
		if isSnowflake(i.GuildID) {
			in.Space, in.SpaceLang, in.Admin = spaceID(i.GuildID), i.Language, i.administers()
		}
	}
	return in
}

// said is what the person says with it; more than one line only when they
// changed several options of a choice that is too large for one select.
// It is false if nobody knows any more what a button said.
func (d *dispatcher) linesOf(ctx context.Context, i *interaction) (lines []string, ok bool) {
	switch {
	case i.Type == typeCommand && i.Data.Type == userCommand:
		return []string{"setup @" + i.Data.TargetID}, true
	case i.Type == typeCommand:
		return []string{d.commands.line(i.given())}, true
	}
	id, ok := expanded(ctx, d.layouts.lines, i.Data.CustomID)
	line, mark := splitID(id)
	if i.Type == typeSubmit {
		return []string{chat.Typed(line, typedIn(i.Data.Components))}, ok
	}
	switch values := i.Data.Values; mark {
	case markOne: // the values are lines
		if len(values) > 0 {
			id, ok = expanded(ctx, d.layouts.lines, values[0])
			line, _ = splitID(id)
		}
	case markChoice:
		line = strings.Join(append([]string{line}, values...), " ")
	case markChats:
		for _, id := range values {
			line += " " + string(chatID(id))
		}
	case markToggle:
		return toggles(line, defaultsOf(i.Message, i.Data.CustomID), values), ok
	}
	return []string{line}, ok
}

// toggles are the lines that turn what was chosen into what is.
func toggles(line string, before, now []string) (lines []string) {
	for _, v := range slices.Concat(before, now) {
		if slices.Contains(before, v) != slices.Contains(now, v) {
			lines = append(lines, line+" "+v)
		}
	}
	if len(lines) == 0 {
		return []string{line}
	}
	return lines
}

// goOn is the page that the button leads to, or has the button if it can't be
// had now. Direct messages may be closed, which nobody may know yet.
func (d *dispatcher) followNext(ctx context.Context, in chat.Input, next chat.Button) *chat.Screen {
	in.ID, in.Line = in.ID+".next", next.Line
	if answer, err := d.decide(ctx, in); err == nil && answer.Screen != nil {
		return answer.Screen
	}
	return &chat.Screen{Buttons: [][]chat.Button{{next}}}
}

// refreshed is a private panel as it is now, and the line that opens it, after a press
// on it whose answer has none: nobody else brings it up to date.
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

// decide hands the input to the bot; what failed, by a panic too, is tried once more,
// for it had no effect.
func (d *dispatcher) decide(ctx context.Context, in chat.Input) (answer chat.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.config.Patience.Decide)
	defer cancel()
	try := func() {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("discord: in the handler: %w", chat.Recovered(r))
			}
		}()
		answer, err = d.handle(ctx, in)
	}
	if try(); err != nil && ctx.Err() == nil {
		try()
	}
	return answer, err
}

// decideAll hands in one line after the other. The answer is the last one, or the
// first that refuses: its person is to read why.
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

// handEvent hands in what has happened; nobody waits for an answer.
func (d *dispatcher) handEvent(ctx context.Context, in chat.Input) {
	if _, err := d.decide(ctx, in); err != nil && ctx.Err() == nil {
		d.log.Warn("discord: an event was not taken", "err", err)
	}
}
