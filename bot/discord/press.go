package discord

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
)

// interaction is what a person did, as Discord tells it.
type interaction struct {
	ID        string `json:"id"`
	Type      int    `json:"type"`
	Token     string `json:"token"`
	Locale    string `json:"locale"`
	GuildID   string `json:"guild_id"`
	Language  string `json:"guild_locale"` // the server's; "" elsewhere
	ChannelID string `json:"channel_id"`
	Channel   struct {
		Type int `json:"type"`
	} `json:"channel"`
	Allowed string            `json:"app_permissions"` // what the bot may there; "" if that isn't told
	Context *int              `json:"context"`
	Owners  map[string]string `json:"authorizing_integration_owners"`
	Member  *member           `json:"member"` // with what they may in a server
	User    *user             `json:"user"`
	Message *seenMessage      `json:"message"`
	Data    struct {
		Name     string   `json:"name"`
		Type     int      `json:"type"`
		TargetID string   `json:"target_id"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
		Options  []option `json:"options"`
		Resolved struct {
			Users   map[string]user   `json:"users"`
			Members map[string]member `json:"members"`
		} `json:"resolved"`
	} `json:"data"`
}

// given is the sub-command, also one in the group.
func (i *interaction) given() []option {
	if o := i.Data.Options; len(o) == 1 && o[0].Type == optionGroup {
		return o[0].Options
	}
	return i.Data.Options
}

// user and member are a person, everywhere and in one server.
type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

type member struct {
	Nick    string `json:"nick"`
	User    user   `json:"user"`
	Allowed string `json:"permissions"` // what they may where it happened; "" if that isn't told
}

// option is a slash command's option; a sub-command's options are below it.
type option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type"`
	Value   any      `json:"value"`
	Focused bool     `json:"focused"`
	Options []option `json:"options"`
}

// seenMessage is a message as Discord tells it: what was pressed as it was then,
// or what was sent.
type seenMessage struct {
	ID          string       `json:"id"`
	Flags       int          `json:"flags"`
	Components  []component  `json:"components"`
	Attachments []attachment `json:"attachments"` // those that no component shows
}

// Types of interactions.
const (
	typeCommand      = 2
	typePress        = 3
	typeAutocomplete = 4
)

// Where an interaction happened.
const (
	contextGuild = iota
	contextDirect
	contextPrivate
)

const userCommand = 2 // the type of a command in a person's menu

func (i *interaction) valid() bool {
	known := i.Type == typeCommand || i.Type == typePress || i.Type == typeAutocomplete
	return known && isSnowflake(i.ID) && isToken(i.Token) && isSnowflake(i.user().ID)
}

// isToken: a token becomes part of a path.
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// user is who did it.
func (i *interaction) user() user {
	switch {
	case i.Member != nil:
		return i.Member.User
	case i.User != nil:
		return *i.User
	}
	return user{}
}

// name is what the person is called there.
func (i *interaction) name() string {
	u := i.user()
	if i.Member != nil {
		return cmp.Or(i.Member.Nick, u.GlobalName, u.Username)
	}
	return cmp.Or(u.GlobalName, u.Username)
}

// direct says that it happened in the direct chat with the bot.
func (i *interaction) direct() bool {
	if i.Context != nil {
		return *i.Context == contextDirect
	}
	return i.GuildID == ""
}

// foreign says that it happened where the bot is no member: a person has
// brought it along.
func (i *interaction) foreign() bool {
	if i.Context != nil && *i.Context == contextPrivate {
		return true
	}
	_, installed := i.Owners["0"]
	return i.GuildID != "" && len(i.Owners) > 0 && !installed
}

// ephemeral says that the message pressed is an answer that one person sees.
func (i *interaction) ephemeral() bool { return i.Message != nil && i.Message.Flags&flagEphemeral != 0 }

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

// administers says that the person may manage the server where it happened.
func (i *interaction) administers() bool {
	if i.Member == nil {
		return false
	}
	allowed, err := strconv.ParseUint(i.Member.Allowed, 10, 64)
	return err == nil && permission(allowed)&(administrator|manageServer) != 0
}

// mute says that the bot may not write where it happened. Where it is no member
// it writes through what people do.
func (i *interaction) mute() bool {
	allowed, err := strconv.ParseUint(i.Allowed, 10, 64)
	needs := viewChannels | sendMessages
	if i.inThread() {
		needs = viewChannels | sendInThreads
	}
	return err == nil && !i.foreign() && permission(allowed)&administrator == 0 && permission(allowed)&needs != needs
}

// inThread says that it happened in a thread.
func (i *interaction) inThread() bool {
	return i.Channel.Type >= announcementThread && i.Channel.Type <= privateThread
}

// Types of channels: for texts, for news, and those that are threads.
const (
	textChannel        = 0
	newsChannel        = 5
	announcementThread = 10
	privateThread      = 12
)

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

// said is what the person says with it; more than one line only when they
// changed several options of a choice that is too large for one select.
// It is false if nobody knows any more what a button said.
func (p *Platform) said(ctx context.Context, i *interaction) ([]string, bool) {
	switch {
	case i.Type == typeCommand && i.Data.Type == userCommand:
		return []string{"setup @" + i.Data.TargetID}, true
	case i.Type == typeCommand:
		return []string{commandLine(i.given())}, true
	}
	id, ok := expanded(ctx, p.lines, i.Data.CustomID)
	if !ok {
		return nil, false
	}
	switch line, mark := splitID(id); mark {
	case markOne: // the values are lines
		if len(i.Data.Values) == 0 {
			return []string{line}, true
		}
		value, ok := expanded(ctx, p.lines, i.Data.Values[0])
		chosen, _ := splitID(value)
		return []string{chosen}, ok
	case markChoice:
		return []string{strings.Join(append([]string{line}, i.Data.Values...), " ")}, true
	case markChats:
		words := []string{line}
		for _, id := range i.Data.Values {
			words = append(words, string(chatID(id)))
		}
		return []string{strings.Join(words, " ")}, true
	case markToggle:
		return toggles(line, defaultsOf(i.Message, i.Data.CustomID), i.Data.Values), true
	default:
		return []string{line}, true
	}
}

// toggles are the lines that turn what was chosen into what is.
func toggles(line string, before, now []string) []string {
	var lines []string
	for _, v := range append(slices.Clone(before), now...) {
		if slices.Contains(before, v) != slices.Contains(now, v) {
			lines = append(lines, line+" "+v)
		}
	}
	if len(lines) == 0 {
		return []string{line}
	}
	return lines
}
