package discordtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/bottest"
)

// Person is somebody at Discord: in the server's channel, and in the direct
// chat with the bot.
type Person struct {
	ID     string
	Name   string
	Locale string

	s    *Server
	seen uint64 // the version of what Controls looked at
}

var _ bottest.Client = (*Person)(nil)

// ErrUnanswered: "This interaction failed" is what the person sees.
var ErrUnanswered = errors.New("discordtest: the bot doesn't answer")

// Person is somebody new.
func (s *Server) Person(id, name string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &Person{ID: id, Name: name, Locale: "en-US", s: s}
	s.people[id] = p
	return p
}

func (p *Person) user() map[string]any {
	return map[string]any{"id": p.ID, "username": strings.ToLower(p.Name), "global_name": p.Name, "discriminator": "0",
		"avatar": nil, "public_flags": 0}
}

// Direct is the person's direct channel with the bot; "" if there is none.
func (p *Person) Direct() string {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for channel, person := range p.s.direct {
		if person == p.ID {
			return channel
		}
	}
	return ""
}

// Private are the messages that only this person sees: in the direct chat, and
// answers. Oldest first.
func (p *Person) Private() []Message {
	direct := p.Direct()
	return p.s.find(func(m *Message) bool { return m.Owner == p.ID || m.Channel == direct && m.Owner == "" })
}

// Command gives a slash command, "challenge @ID spieleversum 2", in the
// server's channel.
func (p *Person) Command(ctx context.Context, line string) (string, error) {
	return p.CommandIn(ctx, Channel, line)
}

// CommandIn gives a slash command in a channel.
func (p *Person) CommandIn(ctx context.Context, channel, line string) (string, error) {
	options, err := p.options(ctx, channel, strings.Fields(line))
	if err != nil {
		return "", err
	}
	e := p.exchange(typeCommand, channel, nil)
	return p.do(ctx, e, map[string]any{"id": "77", "name": "tarock", "type": 1, "options": options, "resolved": p.resolved()})
}

// Menu presses the entry in another person's menu.
func (p *Person) Menu(ctx context.Context, whom *Person) (string, error) {
	e := p.exchange(typeCommand, Channel, nil)
	return p.do(ctx, e, map[string]any{"id": "78", "name": "Challenge to Tarock", "type": 2, "target_id": whom.ID, "resolved": p.resolved()})
}

// resolved is what Discord tells of the people mentioned: of all.
func (p *Person) resolved() map[string]any {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	users, members := map[string]any{}, map[string]any{}
	for id, x := range p.s.people {
		users[id] = x.user()
		members[id] = map[string]any{"nick": nil, "roles": []any{}, "joined_at": "2026-01-02T03:04:05.000000+00:00", "permissions": "0", "flags": 0}
	}
	return map[string]any{"users": users, "members": members}
}

// options fills the sub-command's options with the words: each goes to the
// first that takes it.
func (p *Person) options(ctx context.Context, channel string, words []string) ([]any, error) {
	p.s.mu.Lock()
	commands := p.s.commands
	p.s.mu.Unlock()
	sub := func(c Command) bool { return c.Name == words[0] }
	i := slices.IndexFunc(commands, func(c Command) bool { return c.Name == "tarock" && slices.ContainsFunc(c.Options, sub) })
	if i < 0 {
		return nil, fmt.Errorf("discordtest: no command %q is registered", words[0])
	}
	chosen := commands[i].Options[slices.IndexFunc(commands[i].Options, sub)]
	given, used := []any{}, make(map[string]bool)
	for _, word := range words[1:] {
		taken := false
		for _, o := range chosen.Options {
			if used[o.Name] {
				continue
			}
			value, ok, err := p.fit(ctx, channel, chosen.Name, given, o, word)
			if err != nil {
				return nil, err
			}
			if ok {
				given, taken = append(given, map[string]any{"name": o.Name, "type": o.Type, "value": value}), true
				used[o.Name] = true
				break
			}
		}
		if !taken && more(given, word) {
			continue
		}
		if !taken {
			return nil, fmt.Errorf("discordtest: %s takes no %q", chosen.Name, word)
		}
	}
	return []any{map[string]any{"name": chosen.Name, "type": 1, "options": given}}, nil
}

// more adds a word to the text that was given last, if it was one.
func more(given []any, word string) bool {
	const text = 3
	if len(given) == 0 {
		return false
	}
	last, ok := given[len(given)-1].(map[string]any)
	if !ok || last["type"] != text {
		return false
	}
	last["value"] = fmt.Sprint(last["value"], " ", word)
	return true
}

// fit is the value that the word is for the option, if it can be one.
func (p *Person) fit(ctx context.Context, channel, command string, given []any, o Command, word string) (any, bool, error) {
	named, value, ok := strings.Cut(word, "=")
	if ok && named != o.Name {
		return nil, false, nil
	}
	if ok {
		word = value
	}
	mention, isMention := strings.CutPrefix(word, "@")
	const user = 6
	switch {
	case o.Type == user:
		return mention, isMention, nil
	case isMention:
		return nil, false, nil
	case len(o.Choices) > 0:
		for _, c := range o.Choices {
			text := fmt.Sprint(c.Value)
			if text == word || strings.HasSuffix(text, "/"+word) {
				return c.Value, true, nil
			}
		}
		return nil, false, nil
	case o.Autocomplete:
		found, err := p.Suggestions(ctx, channel, command, o.Name, word, given...)
		return word, slices.ContainsFunc(found, func(c Choice) bool { return c.Value == word }), err
	}
	return word, true, nil
}

// Suggestions are what the person is offered while typing an option, the given
// ones before it.
func (p *Person) Suggestions(ctx context.Context, channel, command, option, typed string, given ...any) ([]Choice, error) {
	e := p.exchange(typeAutocomplete, channel, nil)
	_, err := p.do(ctx, e, map[string]any{"id": "77", "name": "tarock", "type": 1, "options": []any{map[string]any{
		"name": command, "type": 1, "options": append(slices.Clone(given),
			map[string]any{"name": option, "type": 3, "value": typed, "focused": true})}}})
	return e.choices, err
}

// Dismiss takes the answers off the person's screen.
func (p *Person) Dismiss() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for _, m := range p.s.order {
		m.deleted = m.deleted || m.Owner == p.ID
	}
	p.s.signal()
}

// Panel is the newest private message with something to press.
func (p *Person) Panel() (Message, bool) { return newest(p.Private()) }

// Board is the newest message in the channel with something to press.
func (p *Person) Board() (Message, bool) { return newest(p.s.Messages(Channel)) }

func newest(messages []Message) (Message, bool) {
	for _, m := range slices.Backward(messages) {
		if m.interactive() {
			return m, true
		}
	}
	return Message{}, false
}

// Controls are what the person is offered, the private panel's first.
func (p *Person) Controls(context.Context) ([]bottest.Control, error) {
	p.s.mu.Lock()
	p.seen = p.s.version
	p.s.mu.Unlock()
	var list []bottest.Control
	if m, ok := p.Panel(); ok {
		list = append(list, ControlsOf(m)...)
	}
	if m, ok := p.Board(); ok {
		list = append(list, ControlsOf(m)...)
	}
	return list, nil
}

// ControlsOf are what a message offers. A select from which nothing need be
// chosen comes last: with nothing chosen it can't be sent off.
func ControlsOf(m Message) []bottest.Control {
	var list, optional []bottest.Control
	for _, c := range all(m.Components) {
		if c.CustomID == "" {
			continue
		}
		control := bottest.Control{Message: m.Channel + "/" + m.ID, ID: c.CustomID, Label: c.Label}
		if c.Type == kindSelect {
			control.Label = c.Placeholder
			control.Min, control.Max = 1, 1
			if c.MinValues != nil {
				control.Min = *c.MinValues
			}
			if c.MaxValues != nil {
				control.Max = *c.MaxValues
			}
			for _, o := range c.Options {
				if o.Default {
					control.Fixed = append(control.Fixed, o.Value)
				} else {
					control.Values = append(control.Values, o.Value)
				}
			}
			if control.Min == 0 {
				optional = append(optional, control)
				continue
			}
		}
		list = append(list, control)
	}
	return append(list, optional...)
}

// Press presses a button, or chooses values in a select.
func (p *Person) Press(ctx context.Context, c bottest.Control, values ...string) (string, error) {
	if len(c.Values)+len(c.Fixed) > 0 && (len(values) < c.Min || len(values) > c.Max) {
		return "", fmt.Errorf("discordtest: %d values of %d to %d", len(values), c.Min, c.Max)
	}
	return p.Start(c, values...).Wait(ctx)
}

// Pressed is a press on its way.
type Pressed struct {
	e    *exchange
	data map[string]any
}

// Start presses without waiting for the answer.
func (p *Person) Start(c bottest.Control, values ...string) Pressed {
	data := map[string]any{"custom_id": c.ID, "component_type": kindButton}
	if len(c.Values)+len(c.Fixed) > 0 {
		data["component_type"], data["values"] = kindSelect, append([]string{}, values...)
	}
	p.s.mu.Lock()
	m, ok := p.s.messages[c.Message]
	if !ok {
		m = &Message{ID: "1", Channel: Channel} // one that people still see
	}
	e := p.exchangeLocked(typePress, m.Channel, m)
	p.s.mu.Unlock()
	pressed := Pressed{e, data}
	pressed.Again()
	return pressed
}

// ID is the interaction's, as the bot names it.
func (x Pressed) ID() string { return "discord:" + x.e.id }

// Again delivers the press once more, as networks do.
func (x Pressed) Again() { x.e.person.s.Dispatch("INTERACTION_CREATE", x.e.person.event(x.e, x.data)) }

// Wait is the private word that answers.
func (x Pressed) Wait(ctx context.Context) (string, error) { return x.e.wait(ctx) }

// Changed waits until there may be something new since the last Controls.
func (p *Person) Changed(ctx context.Context) error {
	return p.s.Wait(ctx, func() bool {
		p.s.mu.Lock()
		defer p.s.mu.Unlock()
		return p.s.version > p.seen
	})
}

// exchange is a new interaction.
func (p *Person) exchange(kind int, channel string, pressed *Message) *exchange {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.exchangeLocked(kind, channel, pressed)
}

func (p *Person) exchangeLocked(kind int, channel string, pressed *Message) *exchange {
	id := p.s.newID()
	e := &exchange{id: id, token: "aW50ZXJhY3Rpb24" + id, person: p, kind: kind, channel: channel, pressed: pressed,
		at: time.Now(), foreign: channel == Elsewhere, done: make(chan struct{})}
	p.s.pending[e.token] = e
	return e
}

// do tells the bot of the interaction and waits for what comes of it.
func (p *Person) do(ctx context.Context, e *exchange, data map[string]any) (string, error) {
	p.s.Dispatch("INTERACTION_CREATE", p.event(e, data))
	return e.wait(ctx)
}

// wait waits as long as Discord does for a first answer, and then for what was
// promised.
func (e *exchange) wait(ctx context.Context) (string, error) {
	s := e.person.s
	patience := time.NewTimer(s.patience())
	defer patience.Stop()
	select {
	case <-e.done:
	case <-patience.C:
		s.mu.Lock()
		answered := e.answered
		s.mu.Unlock()
		if answered == 0 {
			return "", ErrUnanswered
		}
		select {
		case <-e.done:
		case <-ctx.Done():
			return "", fmt.Errorf("discordtest: a deferred answer never came: %w", context.Cause(ctx))
		}
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return e.text, nil
}

// event is the interaction as Discord tells it.
func (p *Person) event(e *exchange, data map[string]any) map[string]any {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	d := map[string]any{"id": e.id, "application_id": p.s.app, "type": e.kind, "token": e.token, "version": 1,
		"locale": p.Locale, "channel_id": e.channel, "data": data, "entitlements": []any{}, "app_permissions": "0",
		"authorizing_integration_owners": map[string]string{"0": Guild}}
	if e.pressed != nil {
		d["message"] = e.pressed.asJSON()
	}
	if e.foreign {
		d["context"], d["user"], d["channel"] = 2, p.user(), map[string]any{"id": e.channel, "type": 3}
		d["authorizing_integration_owners"] = map[string]string{"1": p.ID}
		return d
	}
	if _, direct := p.s.direct[e.channel]; direct || e.channel != Channel {
		d["context"], d["user"], d["channel"] = 1, p.user(), map[string]any{"id": e.channel, "type": 1}
		d["authorizing_integration_owners"] = map[string]string{"0": "0"}
		return d
	}
	d["context"], d["guild_id"], d["guild_locale"] = 0, Guild, "de"
	d["channel"] = map[string]any{"id": e.channel, "type": 0, "guild_id": Guild}
	d["member"] = map[string]any{"user": p.user(), "nick": nil, "roles": []any{}, "permissions": "0", "deaf": false, "mute": false,
		"joined_at": "2026-01-02T03:04:05.000000+00:00", "flags": 0, "pending": false, "avatar": nil}
	return d
}
