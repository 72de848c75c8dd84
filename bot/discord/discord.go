// Package discord is the platform for Discord: slash commands, boards and
// panels with buttons, direct messages.
//
// A reader starts here and follows a press: session.go keeps one connection to
// Discord and supervise.go has always a live one; event.go takes what arrives,
// press.go makes it an input, reply.go answers it in time. What the bot shows
// goes out by show.go; layout.go turns a screen into Discord's components, and
// rest.go is the only way to Discord's REST interface.
package discord

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"tarockbot/bot/calls"
	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
	"tarockbot/bot/metrics"
)

// Platform is Discord as a chat network.
type Platform struct {
	log       *slog.Logger
	metrics   *metrics.Metrics
	rest      *client
	commands  slashCommands
	display   *display
	names     *names
	lines     *lines.Store
	calls     *calls.Calls
	guilds    *guilds
	replies   *replies
	queues    *queues
	status    *status
	supervise supervisor // complete but for the events
}

var (
	_ chat.Platform         = (*Platform)(nil)
	_ chat.Directory        = (*Platform)(nil)
	_ chat.Linker           = (*Platform)(nil)
	_ chat.CommandFormatter = (*Platform)(nil)
	_ chat.Locator          = (*Platform)(nil)
	_ chat.Remembers        = (*Platform)(nil)
)

// New makes the platform; it speaks to nobody before Run.
func New(c Config) (*Platform, error) {
	base, err := c.complete()
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	commands, err := newSlashCommands(c.Vocabularies)
	if err != nil {
		return nil, err
	}
	rest := newClient(base, c.Token, transport(c.Dial), func(err error) { countError(c.Metrics, err) })
	p := &Platform{
		log: c.Log, metrics: c.Metrics, rest: rest, commands: commands, status: newStatus(), queues: new(queues),
		names: &names{rest: rest}, lines: newLines(c.Notes), calls: calls.New(c.Notes, time.Now, sameNonce),
		guilds: &guilds{notes: c.Notes, log: c.Log},
	}
	app := &application{rest: rest, notes: c.Notes, log: c.Log, threads: c.Threads}
	emojis := &emojis{rest: rest, app: app, queues: p.queues, log: c.Log, draws: c.Icons}
	p.display = &display{
		posts:    &posts{rest: rest, app: app, hooks: new(hooks)},
		pictures: newPictures(&rest.limits, c.Log), layouts: &layouts{emojis, p.lines, c.Log}, emojis: emojis,
		directs: &directs{rest: rest, notes: c.Notes}, threads: &threads{rest, c.Notes, c.Log, c.Threads}, calls: p.calls, log: c.Log,
	}
	p.replies = &replies{
		rest: rest, app: app, pictures: p.display.pictures, layouts: p.display.layouts, emojis: emojis, queues: p.queues,
		metrics: c.Metrics, log: c.Log, wait: c.Patience.Answer,
	}
	p.supervise = supervisor{
		token: c.Token, rest: rest, app: app, commands: commands, emojis: emojis, status: p.status, dial: c.Dial, patience: c.Patience, log: c.Log,
	}
	return p, nil
}

// How long the parts of a request may take.
const (
	keepAlive   = 15 * time.Second
	tlsTime     = 5 * time.Second
	headerTime  = 10 * time.Second
	idleTime    = 90 * time.Second
	connections = 32 // kept open
)

// transport is how REST requests are sent.
func transport(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: tlsTime, ResponseHeaderTimeout: headerTime, IdleConnTimeout: idleTime,
		MaxIdleConnsPerHost: connections,
	}
}

// Name is the prefix of the ids of people and channels.
func (p *Platform) Name() string { return network }

// Ready is closed once the bot has been connected to Discord.
func (p *Platform) Ready() <-chan struct{} { return p.status.ready }

// Traits: a match can have a thread to talk in, and the bot is connected if Discord
// sends what people do.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{Threads: true, Connection: chat.ConnectedIf(p.status.isOnline())}
}

// Run serves Discord until ctx ends, through all disconnections. It fails only
// for good: when Discord doesn't accept the bot.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer p.rest.close()
	defer p.queues.wait()
	defer cancel()
	dispatcher := &dispatcher{
		decider: &decider{handle, p.log}, names: p.names, hooks: p.display.posts.hooks, directs: p.display.directs,
		guilds: p.guilds, threads: p.display.threads, lines: p.lines, commands: p.commands, log: p.log,
	}
	s := p.supervise
	s.events = &events{dispatcher, p.replies, p.guilds, p.queues, p.status, p.metrics, p.log}
	return s.run(ctx)
}

// Show posts the screen, or edits the message that shows its predecessor. Who is
// called is notified once: by the post itself, or, as edits notify nobody, by a
// word beside it.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	return p.display.show(ctx, place, old, screen)
}

// Find is the person with the id that a command's user option gives. Programs
// can't be found: they don't play.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	return p.names.find(ctx, mention)
}

// FormatCommand is the slash command that says the line, with the command's name as the
// line has it: "/tarock accept code:abcd2345". Moves are only pressed.
func (p *Platform) FormatCommand(line string) string { return p.commands.format(line) }

// Link is the command that accepts a challenge: no address of Discord's can carry
// one.
func (p *Platform) Link(line string) string { return p.commands.format(line) }

// Locate is the channel's address, which people see as its name.
func (p *Platform) Locate(space, place chat.ChatID) string {
	guild, in := strings.CutPrefix(string(space), prefix+"g")
	channel := bare(place)
	if !in || !isSnowflake(guild) || channel == "" {
		return ""
	}
	return "https://discord.com/channels/" + guild + "/" + channel
}
