package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/bottest"
	"tarockbot/bot/discord/discordtest"
	"tarockbot/bot/telegram/telegramtest"
)

// member is a person at one of the networks.
type member struct {
	bottest.Client
	id   string // as the bot names the person
	home string // the channel, on Discord
	// shows are the messages in the person's group or channel, and in private,
	// each as what it offers.
	public, private func() []message
}

// message is one that can be seen.
type message struct {
	text     string
	controls []bottest.Control
}

// about says that the message offers something to do at the table.
func (m message) about(table string) bool {
	return slices.ContainsFunc(m.controls, func(c bottest.Control) bool {
		words := strings.Fields(c.ID)
		return len(words) > 1 && words[1] == table
	})
}

// onDiscord is somebody who plays in the channel.
func (n networks) discordMember(id int, channel string) *member {
	p := n.discord.Person(fmt.Sprint(id), fmt.Sprint("Dora", id))
	p.Home = channel
	read := func(all []discordtest.Message) []message {
		var seen []message
		for _, m := range all {
			if m.Owner == "" { // answers to commands are no boards
				seen = append(seen, message{m.Text(), discordtest.ControlsOf(m)})
			}
		}
		return seen
	}
	return &member{Client: p, id: "discord:" + p.ID, home: channel,
		public:  func() []message { return read(n.discord.Messages(channel)) },
		private: func() []message { return read(p.Private()) }}
}

// onTelegram is somebody who plays in the group, whom the bot may write to.
func (n networks) telegramMember(name string, group *telegramtest.Chat) *member {
	p := n.telegram.Person(name)
	p.Home = group
	p.Says(p.Private(), "/start")
	read := func(c *telegramtest.Chat) func() []message {
		return func() []message {
			var seen []message
			for _, m := range c.Messages() {
				seen = append(seen, message{m.Text, telegramtest.ControlsOf(m)})
			}
			return seen
		}
	}
	return &member{Client: p, id: fmt.Sprint("telegram:", p.ID), public: read(group), private: read(p.Private())}
}

// pair is two people who play against each other again and again.
type pair struct {
	people    [2]*member // the host first
	challenge string     // what the host says
	invited   bool       // the guest is offered the challenge, wherever it is
}

// pairOn makes two people at one network, or one at each.
func (n networks) pairOn(i int, network string) *pair {
	terms := "spieleversum 2"
	group := n.telegram.Group("supergroup", fmt.Sprint("Group ", i))
	switch network {
	case "discord":
		channel := n.discord.NewChannel()
		host, guest := n.discordMember(10000+2*i, channel), n.discordMember(10001+2*i, channel)
		return &pair{[2]*member{host, guest}, "challenge @" + strings.TrimPrefix(guest.id, "discord:") + " " + terms, true}
	case "telegram":
		return &pair{[2]*member{n.telegramMember(fmt.Sprint("Tina", i), group), n.telegramMember(fmt.Sprint("Timo", i), group)},
			"challenge " + terms, true}
	}
	host := n.discordMember(10000+2*i, n.discord.NewChannel())
	return &pair{[2]*member{host, n.telegramMember(fmt.Sprint("Tina", i), group)}, "challenge " + terms, false}
}

// accept lets the guest accept what the host has offered, if it is there.
func (p *pair) accept(ctx context.Context) (bool, error) {
	guest := p.people[1]
	if p.invited {
		controls, err := guest.Controls(ctx)
		i := slices.IndexFunc(controls, func(c bottest.Control) bool { return strings.HasPrefix(c.ID, "accept ") })
		if err != nil || i < 0 {
			return false, err
		}
		_, err = guest.Press(ctx, controls[i])
		return true, err
	}
	for _, m := range p.people[0].public() { // who is elsewhere types the code
		if _, code, ok := strings.Cut(m.text, "accept "); ok && len(m.controls) > 0 {
			_, err := guest.Command(ctx, "accept "+strings.Trim(code, "`\n "))
			return true, err
		}
	}
	return false, nil
}

// tables are the codes of the tables that people can do something at.
func (p *pair) tables() []string {
	var all []string
	for _, who := range p.people {
		for _, m := range slices.Concat(who.public(), who.private()) {
			for _, c := range m.controls {
				verb, code, _ := strings.Cut(c.ID, " ")
				code, _, _ = strings.Cut(code, " ")
				known := []string{"do", "confirm", "hand", "leave", "accept", "rematch"}
				if slices.Contains(known, verb) && !slices.Contains(all, code) {
					all = append(all, code)
				}
			}
		}
	}
	return all
}

// doubled says where a table can be seen more than once, or not at all.
func (p *pair) doubled() error {
	var errs []error
	for _, code := range p.tables() {
		for _, who := range p.people {
			for where, all := range map[string][]message{"in public": who.public(), "in private": who.private()} {
				all = slices.DeleteFunc(all, func(m message) bool { return !m.about(code) })
				if len(all) > 1 {
					errs = append(errs, fmt.Errorf("table %s stands %d times %s, as %s sees: %.100v", code, len(all), where, who.id, all))
				}
			}
		}
	}
	return errors.Join(errs...)
}
