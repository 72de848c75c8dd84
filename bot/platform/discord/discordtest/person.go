package discordtest

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

// Person uses one channel of the server, Home, and the direct chat with the bot.
type Person struct {
	ID     string
	Name   string
	Locale string
	Home   string
	// has the permission to manage the server
	Manages bool

	double.Watcher
	s      *Server
	window *Window
}

var _ platformtest.Client = (*Person)(nil)

// Person adds a person.
func (s *Server) Person(id, name string) *Person {
	p := &Person{ID: id, Name: name, Locale: "en-US", Home: Channel, s: s, Watcher: double.Watcher{Changes: &s.Changes}}
	s.Do(func() { s.chats.people[id] = p })
	return p
}

const manageServer = 1 << 5

func (p *Person) permissions() string {
	if p.Manages {
		return strconv.Itoa(manageServer)
	}
	return "0"
}

func (p *Person) user() map[string]any {
	return map[string]any{"id": p.ID, "username": strings.ToLower(p.Name), "global_name": p.Name, "discriminator": "0",
		"avatar": nil, "public_flags": 0}
}

// Direct returns the person's direct channel with the bot, or "".
func (p *Person) Direct() string {
	return double.Locked(p.s, func() string { return p.s.chats.directOf(p.ID) })
}

// Private returns all messages shown only to this person, oldest first.
func (p *Person) Private() []Message {
	direct := p.Direct()
	return p.s.chats.find(func(m *Message) bool { return m.Owner == p.ID || m.Channel == direct && m.Owner == "" })
}

// Dismiss removes the private answers.
func (p *Person) Dismiss() {
	p.s.Do(func() {
		for _, m := range p.s.chats.order {
			m.deleted = m.deleted || m.Owner == p.ID
		}
	})
}

// Panel returns the newest private message with a move, else the newest with a control.
func (p *Person) Panel() (Message, bool) { return platformtest.Newest(p.Private(), ControlsOf) }

// Board returns the newest message with a control in the person's channel.
func (p *Person) Board() (Message, bool) {
	return platformtest.Newest(p.s.Messages(p.Home), ControlsOf)
}

// Controls returns the panel's controls, then the board's.
func (p *Person) Controls(context.Context) ([]platformtest.Control, error) {
	p.Look()
	panel, _ := p.Panel()
	board, _ := p.Board()
	return append(ControlsOf(panel), ControlsOf(board)...), nil
}

// ControlsOf returns the message's controls. Selects with an optional choice come last: they can't be sent empty.
func ControlsOf(m Message) []platformtest.Control {
	var list, optional []platformtest.Control
	for _, c := range withNested(m.Components) {
		switch control := c.control(m); {
		case c.CustomID == "":
		case c.Type != kindButton && control.Min == 0:
			optional = append(optional, control)
		default:
			list = append(list, control)
		}
	}
	return append(list, optional...)
}

func (c Component) control(m Message) platformtest.Control {
	control := platformtest.Control{Message: m.name(), ID: c.CustomID, Label: cmp.Or(c.Placeholder, c.Label)}
	switch c.Type {
	case kindChannels:
		control.Values, control.Max = []string{Channel, GroupChat}, *c.MaxValues
		for _, d := range c.Defaults {
			control.Fixed = append(control.Fixed, d.ID)
		}
	case kindSelect:
		control.Min, control.Max = orOne(c.MinValues), orOne(c.MaxValues)
		for _, o := range c.Options {
			if o.Default {
				control.Fixed = append(control.Fixed, o.Value)
			} else {
				control.Values = append(control.Values, o.Value)
			}
		}
	}
	return control
}
