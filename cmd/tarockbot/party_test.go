package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/engine/games"
)

type member struct {
	platformtest.Client
	id              string
	home            string
	hasTextSetting  bool
	public, private func() []message
}

type message struct {
	text     string
	controls []platformtest.Control
}

func (m message) isAbout(table string) bool {
	return slices.ContainsFunc(m.controls, func(c platformtest.Control) bool {
		words := strings.Fields(c.ID)
		return len(words) > 1 && words[1] == table
	})
}

func (m message) isList() bool {
	return slices.ContainsFunc(m.controls, func(c platformtest.Control) bool { return c.ID == "next" })
}

func (n doubles) newDiscordMember(id int, channel string) *member {
	p := n.discord.Person(fmt.Sprint(id), fmt.Sprint("Dora", id))
	p.Home = channel
	read := func(all []discordtest.Message) []message {
		var seen []message
		for _, m := range all {
			if m.Owner == "" { // a message with an owner answers a command
				seen = append(seen, message{m.Text(), discordtest.ControlsOf(m)})
			}
		}
		return seen
	}
	return &member{Client: p, id: "discord:" + p.ID, home: channel,
		public:  func() []message { return read(n.discord.Messages(channel)) },
		private: func() []message { return read(p.Private()) }}
}

func (n doubles) newTelegramMember(name string, group *telegramtest.Chat) *member {
	p := n.telegram.Person(name)
	p.Home, p.Patience = group, 0
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

type party struct {
	network   string
	people    []*member
	challenge string
	invited   bool
	accepted  map[string]bool
}

// terms lists rule sets of all games. In matches of three, leaving ends the match, so no computer takes over.
var terms = []string{
	"kosakeln/spieleversum 2", "illustrated/mayr-sedlaczek leaving=ends", "strohmandeln/extended 2",
	"illustrated/beck trischaken=on leaving=ends", "strohmandeln/forty 2",
}

func (n doubles) newParty(i int, network string) *party {
	terms := terms[i%len(terms)]
	p := &party{network: network, challenge: "challenge", invited: true, accepted: make(map[string]bool)}
	rules, _, _ := strings.Cut(terms, " ")
	game, err := games.ByRules(rules)
	if err != nil {
		panic(err)
	}
	guests := game.Seats - 1
	group := n.telegram.Group("supergroup", fmt.Sprint("Group ", i))
	switch network {
	case "discord":
		channel := n.discord.NewChannel()
		for j := range 1 + guests {
			p.people = append(p.people, n.newDiscordMember(10000+10*i+j, channel))
		}
		for _, guest := range p.people[1:] {
			p.challenge += " @" + strings.TrimPrefix(guest.id, "discord:")
		}
	case "telegram":
		for j := range 1 + guests {
			p.people = append(p.people, n.newTelegramMember(fmt.Sprintf("Tina%d.%d", i, j), group))
		}
	default:
		p.invited = false
		p.people = append(p.people, n.newDiscordMember(10000+10*i, n.discord.NewChannel()))
		for j := range guests {
			p.people = append(p.people, n.newTelegramMember(fmt.Sprintf("Tina%d.%d", i, j), group))
		}
	}
	p.challenge += " " + terms
	return p
}

func (p *party) acceptNext(ctx context.Context) (bool, error) {
	for _, guest := range p.people[1:] {
		if ok, err := p.acceptAs(ctx, guest); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

func (p *party) acceptAs(ctx context.Context, guest *member) (bool, error) {
	isFirst := func(code string) bool { return !p.accepted[guest.id+" "+code] }
	recordAnswer := func(code string, err error) (bool, error) {
		p.accepted[guest.id+" "+code] = err == nil
		return true, err
	}
	if p.invited {
		controls, err := guest.Controls(ctx)
		i := slices.IndexFunc(controls, func(c platformtest.Control) bool { return strings.HasPrefix(c.ID, "accept ") })
		if err != nil || i < 0 || !isFirst(controls[i].ID) {
			return false, err
		}
		_, err = guest.Press(ctx, controls[i])
		return recordAnswer(controls[i].ID, err)
	}
	for _, m := range p.people[0].public() { // uninvited guests type the code
		for _, c := range m.controls {
			words := strings.Fields(c.ID)
			if words[0] == "accept" && isFirst(words[1]) {
				_, err := guest.Command(ctx, "accept "+words[1])
				return recordAnswer(words[1], err)
			}
		}
	}
	return false, nil
}

func (p *party) tables() []string {
	var all []string
	for _, who := range p.people {
		for _, m := range slices.Concat(who.public(), who.private()) {
			for _, c := range m.controls {
				verb, code, _ := strings.Cut(c.ID, " ")
				code, _, _ = strings.Cut(code, " ")
				tableVerbs := []string{"do", "confirm", "hand", "leave", "accept", "rematch"}
				if slices.Contains(tableVerbs, verb) && !slices.Contains(all, code) {
					all = append(all, code)
				}
			}
		}
	}
	return all
}

func (p *party) tablesShownTwice() error {
	var errs []error
	for _, code := range p.tables() {
		for _, who := range p.people {
			for where, all := range map[string][]message{"in public": who.public(), "in private": who.private()} {
				all = slices.DeleteFunc(all, func(m message) bool { return !m.isAbout(code) || m.isList() })
				if len(all) > 1 {
					errs = append(errs, fmt.Errorf("table %s is shown %d times %s to %s: %.100v", code, len(all), where, who.id, all))
				}
			}
		}
	}
	return errors.Join(errs...)
}
