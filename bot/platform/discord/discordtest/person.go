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

	s    *Server
	seen uint64 // the version of what Controls looked at

	window *Window // the one that was opened last; nil if none was
}

var _ bottest.Client = (*Person)(nil)

// Person is somebody new.
func (s *Server) Person(id, name string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &Person{ID: id, Name: name, Locale: "en-US", Home: Channel, s: s}
	s.people[id] = p
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
	return p.s.requestsOf().find(func(m *Message) bool { return m.Owner == p.ID || m.Channel == direct && m.Owner == "" })
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

// Panel is the newest private message by which the person can move, else the
// newest with something to press.
func (p *Person) Panel() (Message, bool) { return bottest.Newest(p.Private(), ControlsOf) }

// Board is the newest message in the person's channel with something to press.
func (p *Person) Board() (Message, bool) { return bottest.Newest(p.s.Messages(p.Home), ControlsOf) }

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
	p.s.mu.Lock()
	m, ok := p.s.messages[c.Message]
	if !ok {
		m = &Message{ID: "1", Channel: p.Home} // one that people still see
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
func (x Pressed) Again() { x.e.person.s.sendInteraction(x.e, x.e.person.event(x.e, x.data)) }

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
		at: time.Now(), foreign: channel == Elsewhere, done: make(chan struct{}), lost: make(chan struct{})}
	if p.s.pending[e.token] = e; p.s.opt.Memory {
		e.lose()
	}
	return e
}

// do tells the bot of the interaction and waits for what comes of it.
func (p *Person) do(ctx context.Context, e *exchange, data map[string]any) (string, error) {
	p.s.sendInteraction(e, p.event(e, data))
	return e.wait(ctx)
}

// sendInteraction tells the bot of the interaction, if it is connected.
func (s *Server) sendInteraction(e *exchange, event map[string]any) {
	if !s.Dispatch("INTERACTION_CREATE", event) {
		s.mu.Lock()
		defer s.mu.Unlock()
		e.lose()
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
	e.person.s.mu.Lock()
	defer e.person.s.mu.Unlock()
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
	e.person.s.mu.Lock()
	answered := e.answered
	e.person.s.mu.Unlock()
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
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	d := map[string]any{"id": e.id, "application_id": p.s.app, "type": e.kind, "token": e.token, "version": 1,
		"locale": p.Locale, "channel_id": e.channel, "data": data, "entitlements": []any{}, "app_permissions": p.s.requestsOf().mayThere(e.channel),
		"authorizing_integration_owners": map[string]string{"0": Guild}}
	if e.pressed != nil {
		d["message"] = e.pressed.asJSON()
	}
	if e.foreign {
		d["context"], d["user"], d["channel"] = 2, p.user(), map[string]any{"id": e.channel, "type": 3}
		d["authorizing_integration_owners"] = map[string]string{"1": p.ID}
		return d
	}
	if !p.s.channels[e.channel] {
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
