package discordtest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tarockbot/bot/platform/bottest"
)

// Person is somebody at Discord: in a channel of the server, Home, and in the
// direct chat with the bot.
type Person struct {
	ID     string
	Name   string
	Locale string
	Home   string
	// Manages is whether they have the permission to manage the server.
	Manages bool

	bottest.Watcher
	s      *Server
	window *Window // the one that was opened last; nil if none was
}

var _ bottest.Client = (*Person)(nil)

// Person is somebody new.
func (s *Server) Person(id, name string) *Person {
	s.Lock()
	defer s.Unlock()
	p := &Person{ID: id, Name: name, Locale: "en-US", Home: Channel, s: s, Watcher: bottest.Watcher{Changes: &s.Changes}}
	s.chats.people[id] = p
	return p
}

// allowed is what the person may in the server.
func (p *Person) allowed() string {
	if p.Manages {
		return "32"
	}
	return "0"
}

func (p *Person) user() map[string]any {
	return map[string]any{"id": p.ID, "username": strings.ToLower(p.Name), "global_name": p.Name, "discriminator": "0",
		"avatar": nil, "public_flags": 0}
}

// Direct is the person's direct channel with the bot; "" if there is none.
func (p *Person) Direct() string {
	p.s.Lock()
	defer p.s.Unlock()
	return p.s.chats.directOf(p.ID)
}

// Private are the messages that only this person sees: in the direct chat, and
// answers. Oldest first.
func (p *Person) Private() []Message {
	direct := p.Direct()
	return p.s.chats.find(func(m *Message) bool { return m.Owner == p.ID || m.Channel == direct && m.Owner == "" })
}

// Dismiss takes the answers off the person's screen.
func (p *Person) Dismiss() {
	p.s.Lock()
	defer p.s.Unlock()
	for _, m := range p.s.chats.order {
		m.deleted = m.deleted || m.Owner == p.ID
	}
	p.s.Signal()
}

// Panel is the newest private message by which the person can move, else the
// newest with something to press.
func (p *Person) Panel() (Message, bool) { return bottest.Newest(p.Private(), ControlsOf) }

// Board is the newest message in the person's channel with something to press.
func (p *Person) Board() (Message, bool) { return bottest.Newest(p.s.Messages(p.Home), ControlsOf) }

// Controls are what the person is offered, the private panel's first.
func (p *Person) Controls(context.Context) ([]bottest.Control, error) {
	p.Look()
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
		control := bottest.Control{Message: m.name(), ID: c.CustomID, Label: c.Label}
		if c.Type == kindChannels {
			for _, d := range c.Defaults {
				control.Fixed = append(control.Fixed, d.ID)
			}
			control.Values, control.Max = []string{Channel, Elsewhere}, *c.MaxValues
			control.Label = c.Placeholder
			optional = append(optional, control)
			continue
		}
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
	if p.s.opt.Memory {
		<-time.After(moment)
	}
	return p.Start(c, values...).Wait(ctx)
}

// moment is how long a person takes to press where time is simulated: if they took none,
// what the bot does later would never come.
const moment = 100 * time.Millisecond

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
	p.s.Lock()
	m, ok := p.s.chats.messages[c.Message]
	p.s.Unlock()
	if !ok {
		m = &Message{ID: "1", Channel: p.Home} // one that people still see
	}
	pressed := Pressed{p.exchange(typePress, m.Channel, m), data}
	pressed.Again()
	return pressed
}

// ID is the interaction's, as the bot names it.
func (x Pressed) ID() string { return "discord:" + x.e.id }

// Again delivers the press once more, as networks do.
func (x Pressed) Again() { x.e.person.tell(x.e, x.data) }

// Wait is the private word that answers.
func (x Pressed) Wait(ctx context.Context) (string, error) { return x.e.wait(ctx) }

// exchange is a new interaction.
func (p *Person) exchange(kind int, channel string, pressed *Message) *exchange {
	p.s.Lock()
	defer p.s.Unlock()
	e := &exchange{id: p.s.newID(), person: p, kind: kind, channel: channel, pressed: pressed,
		at: time.Now(), done: make(chan struct{}), lost: make(chan struct{})}
	if p.s.interactions.pending[e.token()] = e; p.s.opt.Memory {
		shut(e.lost)
	}
	return e
}

// do tells the bot of the interaction and waits for what comes of it.
func (p *Person) do(ctx context.Context, e *exchange, data map[string]any) (string, error) {
	p.tell(e, data)
	return e.wait(ctx)
}

// tell tells the bot of the interaction, if it is connected.
func (p *Person) tell(e *exchange, data map[string]any) {
	if !p.s.Gateway.Dispatch("INTERACTION_CREATE", p.event(e, data)) {
		p.s.interactions.lose(e.token())
	}
}

// wait waits for a first answer, as long as Discord does if it may never come, and then
// for what was promised.
func (e *exchange) wait(ctx context.Context) (string, error) {
	select {
	case <-e.done:
	case <-e.lost:
		if err := e.waitLost(ctx); err != nil {
			return "", err
		}
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	e.person.s.Lock()
	defer e.person.s.Unlock()
	return e.text, nil
}

// waitLost is wait when there may be no answer.
func (e *exchange) waitLost(ctx context.Context) error {
	patience := time.NewTimer(answerTime)
	defer patience.Stop()
	select {
	case <-e.done:
		return nil
	case <-patience.C:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	e.person.s.Lock()
	answered := e.answered
	e.person.s.Unlock()
	if answered == 0 {
		return fmt.Errorf("discordtest: this interaction failed: %w", bottest.ErrUnanswered)
	}
	select {
	case <-e.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("discordtest: a deferred answer never came: %w", context.Cause(ctx))
	}
}

// event is the interaction as Discord tells it.
func (p *Person) event(e *exchange, data map[string]any) map[string]any {
	p.s.Lock()
	defer p.s.Unlock()
	d := map[string]any{"id": e.id, "application_id": p.s.App.id, "type": e.kind, "token": e.token(), "version": 1,
		"locale": p.Locale, "channel_id": e.channel, "data": data, "entitlements": []any{}, "app_permissions": p.s.chats.mayThere(e.channel),
		"authorizing_integration_owners": map[string]string{"0": Guild}}
	if e.pressed != nil {
		d["message"] = e.pressed.asJSON()
	}
	if e.isForeign() {
		d["context"], d["user"], d["channel"] = 2, p.user(), map[string]any{"id": e.channel, "type": 3}
		d["authorizing_integration_owners"] = map[string]string{"1": p.ID}
		return d
	}
	if !p.s.chats.channels[e.channel] {
		d["context"], d["user"], d["channel"] = 1, p.user(), map[string]any{"id": e.channel, "type": 1}
		d["authorizing_integration_owners"] = map[string]string{"0": "0"}
		return d
	}
	d["context"], d["guild_id"], d["guild_locale"] = 0, Guild, "en-US"
	d["channel"] = map[string]any{"id": e.channel, "type": 0, "guild_id": Guild}
	d["member"] = map[string]any{"user": p.user(), "nick": nil, "roles": []any{}, "permissions": p.allowed(), "deaf": false, "mute": false,
		"joined_at": "2026-01-02T03:04:05.000000+00:00", "flags": 0, "pending": false, "avatar": nil}
	return d
}
