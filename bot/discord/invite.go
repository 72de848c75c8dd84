package discord

import (
	"net/url"
	"strconv"
)

// permission is a bit of what a server lets the bot do.
type permission uint64

// What the bot asks a server for, and nothing else.
const (
	viewChannels  permission = 1 << 10 // to be where boards are, and see that they are gone
	sendMessages  permission = 1 << 11 // boards, and the word whose turn it is
	attachFiles   permission = 1 << 15 // pictures; without it there are words alone
	createThreads permission = 1 << 35 // one for each table, if configured
	sendInThreads permission = 1 << 38 // boards, where somebody plays in a thread
)

// What people may in a server: who may all, and who sees to its settings.
const (
	administrator permission = 1 << 3 // the bot, too, where somebody has given it that
	manageServer  permission = 1 << 5
)

// permissions are those for the configuration.
func (p *Platform) permissions() permission {
	all := viewChannels | sendMessages | attachFiles | sendInThreads
	if p.threads {
		all |= createThreads
	}
	return all
}

// invites are the pages on which the bot is added to a server, and on which
// somebody adds it for themselves, to have it in any chat.
func (p *Platform) invites() (server, person string) {
	const page = "https://discord.com/oauth2/authorize?"
	toServer := url.Values{"client_id": {p.appID()}, "integration_type": {"0"}, "scope": {"bot applications.commands"},
		"permissions": {strconv.FormatUint(uint64(p.permissions()), 10)}}
	toPerson := url.Values{"client_id": {p.appID()}, "integration_type": {"1"}, "scope": {"applications.commands"}}
	return page + toServer.Encode(), page + toPerson.Encode()
}

// showInvites tells the operator the pages, once.
func (p *Platform) showInvites() {
	p.invited.Do(func() {
		server, person := p.invites()
		p.log.Info("discord: add the bot with these links", "server", server, "person", person)
	})
}
