package discord

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/platform/lines"
	"tarockbot/bot/support/metrics"
)

// dispatcher hands interactions and events to the bot and answers them.
type dispatcher struct {
	log      *slog.Logger
	metrics  *metrics.Metrics
	decideIn time.Duration // see Patience.Decide
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

// act carries out an interaction and answers it.
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
	case err != nil && ctx.Err() != nil: // the bot stops; its successor has received the interaction, too
		r.takeFinal()
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

// screenAfter returns the screen that follows an answer without one, and the line that opens it: the next page, or the
// private panel of the press.
func (d *dispatcher) screenAfter(ctx context.Context, i *interaction, in chat.Input, a chat.Answer) (*chat.Screen, string) {
	switch {
	case a.Next.Line != "" && !i.isDirect():
		return d.followNext(ctx, in, a.Next), a.Next.Line
	case i.isEphemeral() && a.Ask == nil:
		return d.reopenPanel(ctx, i, in)
	}
	return nil, ""
}

// record stores an interaction's names, direct channel and server.
func (d *dispatcher) record(ctx context.Context, i *interaction, r *reply) {
	d.people.record(i)
	d.hooks.record(i, r.sent)
	switch {
	case i.isDirect():
		if d.people.recordOpened(ctx, i.user().ID, i.ChannelID) {
			in := d.input(ctx, i, "")
			in.ID, in.What = in.ID+".reachable", chat.Reachable
			d.handEvent(ctx, in)
		}
	case !i.isForeign():
		d.guilds.recordUse(ctx, i.GuildID, d.threads.parentChannel(ctx, i))
	}
}

// input returns the bot's input for the interaction and the line.
func (d *dispatcher) input(ctx context.Context, i *interaction, line string) chat.Input {
	in := chat.Input{ID: prefix + i.ID, User: userID(i.user().ID), Name: i.name(), Lang: i.Locale, Line: line}
	if !i.isDirect() && isSnowflake(i.ChannelID) {
		in.Chat, in.Mute = chatID(d.threads.parentChannel(ctx, i)), i.isMute()
		if isSnowflake(i.GuildID) {
			in.Space, in.SpaceLang, in.Admin = spaceID(i.GuildID), i.Language, i.administers()
		}
	}
	return in
}

// linesOf returns the lines that the interaction says. There are several only if a person has changed
// several options of a choice that is too large for one select. ok is false if the button's line is no
// longer stored.
func (d *dispatcher) linesOf(ctx context.Context, i *interaction) (lines []string, ok bool) {
	switch {
	case i.Type == typeCommand && i.Data.Type == userCommand:
		return []string{"setup @" + i.Data.TargetID}, true
	case i.Type == typeCommand:
		return []string{d.commands.line(i.subCommand())}, true
	}
	id, ok := d.lines.Expand(ctx, i.Data.CustomID)
	line, mark := splitID(id)
	if i.Type == typeSubmit {
		return []string{chat.AnswerLine(line, typedIn(i.Data.Components))}, ok
	}
	switch values := i.Data.Values; mark {
	case markOne: // the values are lines
		if len(values) > 0 {
			id, ok = d.lines.Expand(ctx, values[0])
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

// toggles returns the lines that turn the options before into the options now.
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

// followNext returns the page that the button opens, or a page with the button after a failure. The answer
// shows it at once, because the person's direct messages may be closed.
func (d *dispatcher) followNext(ctx context.Context, in chat.Input, next chat.Button) *chat.Screen {
	in.ID, in.Line = in.ID+".next", next.Line
	if answer, err := d.decide(ctx, in); err == nil && answer.Screen != nil {
		return answer.Screen
	}
	return &chat.Screen{Buttons: [][]chat.Button{{next}}}
}

// reopenPanel returns a private panel's current screen and the line that opens it, after a press whose
// answer has no screen. Nothing else updates private panels.
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

// decide hands the input to the bot. After a failure or a panic it tries once more, because the first try
// had no effect.
func (d *dispatcher) decide(ctx context.Context, in chat.Input) (answer chat.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.decideIn)
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

// decideAll hands in the lines in order. It returns the first refusal, so that the person reads the
// reason, or else the last answer.
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

// handEvent hands in an event that nobody waits for.
func (d *dispatcher) handEvent(ctx context.Context, in chat.Input) {
	if _, err := d.decide(ctx, in); err != nil && ctx.Err() == nil {
		d.log.Warn("discord: an event was not taken", "err", err)
	}
}

// sortEvent starts the handling of a gateway event. It returns at once, because the library reads nothing
// meanwhile, not even answers to heartbeats.
func (d *dispatcher) sortEvent(ctx context.Context, kind string, data []byte) {
	defer chat.CatchFault(d.log, "discord: event "+kind, nil)
	if ctx.Err() != nil || kind == "INTERACTION_CREATE" && d.status.leaving.Load() {
		return
	}
	switch kind {
	case "READY":
		d.onReady(data)
	case "INTERACTION_CREATE":
		d.onInteraction(ctx, data)
	case "GUILD_CREATE":
		d.onGuildCreate(ctx, data)
	case "GUILD_DELETE":
		d.onGuildDelete(ctx, data)
	}
}

// decode reads an event. It logs that an event isn't understood, but never the content.
func (d *dispatcher) decode(kind string, data []byte, v any) bool {
	err := json.Unmarshal(data, v)
	if err != nil {
		d.log.Warn("discord: an event is not understood", "event", kind)
	}
	return err == nil
}

// onReady records the servers that the bot is in already.
func (d *dispatcher) onReady(data []byte) {
	var ready struct{ Guilds []guild }
	if d.decode("READY", data, &ready) {
		for _, g := range ready.Guilds {
			d.guilds.add(g.ID)
		}
	}
	d.log.Info("discord: connected", "servers", len(ready.Guilds))
	d.status.online.Store(true)
	d.status.first.Do(func() { close(d.status.ready) })
}

// onInteraction enqueues an interaction. The time for its answer runs from now, also while it waits in the
// queue.
func (d *dispatcher) onInteraction(ctx context.Context, data []byte) {
	i := new(interaction)
	if !d.decode("INTERACTION_CREATE", data, i) || !i.isValid() {
		return
	}
	r := d.replies.begin(ctx, i)
	over := d.metrics.TrackInput(network)
	if d.queues.Enqueue(i.user().ID, "discord: interaction", func() {
		defer over()
		defer r.say("failed") // without effect unless act has failed to answer
		d.act(ctx, i, r)
	}) {
		return
	}
	over()
	if !d.replies.tryGo(d.replies.refusals, "discord: busy", func() { r.say("busy") }) {
		r.refuseLate()
	}
}

// onGuildCreate tells the bot of a server that it has joined, and of the server's channels that it can
// write in again. Discord also sends servers that were in READY.
func (d *dispatcher) onGuildCreate(ctx context.Context, data []byte) {
	var g guild
	if !d.decode("GUILD_CREATE", data, &g) || !d.guilds.add(g.ID) {
		return
	}
	id := prefix + "joined/" + g.ID + "/" + g.Joined
	d.queues.Enqueue("guild "+g.ID, "discord: guild", func() {
		hall := g.greetingChannel()
		if hall != "" {
			d.handEvent(ctx, chat.Input{ID: id, What: chat.Joined, Chat: chatID(hall), Space: spaceID(g.ID), SpaceLang: g.Language})
		}
		for _, channel := range d.guilds.channelsUsed(ctx, g.ID) {
			if channel != hall {
				d.handEvent(ctx, chat.Input{ID: id + "/" + channel, What: chat.Reachable, Chat: chatID(channel)})
			}
		}
	})
}

// onGuildDelete tells the bot of the channels that it has lost with a server. A server that is only
// unavailable comes back.
func (d *dispatcher) onGuildDelete(ctx context.Context, data []byte) {
	var lost guild
	if !d.decode("GUILD_DELETE", data, &lost) || lost.Unavailable {
		return
	}
	d.guilds.leave(lost.ID)
	d.queues.Enqueue("guild "+lost.ID, "discord: guild", func() {
		for _, channel := range d.guilds.channelsUsed(ctx, lost.ID) { // the id is random: a server can be lost more than once
			d.handEvent(ctx, chat.Input{ID: prefix + "removed/" + rand.Text(), What: chat.Removed, Chat: chatID(channel)})
		}
	})
}
