// Package discord is the platform for Discord: slash commands, boards and
// panels with buttons, direct messages.
//
// Begin here and follow a press. supervise.go keeps one live session.go, a connection to
// Discord, and handover.go begins one before Run. events.go sorts its events, dispatch.go
// turns an interaction.go into an input, with the lines.go that its buttons carry, and has
// it decided. commands.go knows the slash commands, suggest.go completes them, reply.go
// answers in time, by a respond.go, with a page.go. Outwards, show.go keeps messages up to
// date, layout.go turns a screen into a message, with the emojis of emoji.go, picture.go
// adds its picture, posts.go sends it, once by a nonce.go, or by a hook.go where the bot is
// no member, and client.go is the only way to Discord's REST interface, within its limits.
// people.go, guild.go and threads.go know people and servers.
package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/calls"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/platform/lines"
	"tarockbot/bot/platform/texts"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/metrics"
)

// catalogue has the platform's own words.
var catalogue = texts.Of("discord")

// Config configures the platform.
type Config struct {
	// Token is the bot's secret, without "Bot ". Required.
	Token string
	// APIURL is the address of a proxy or a test; "" means Discord's own.
	APIURL string
	// Threads gives each match a thread at its board.
	Threads bool
	// Vocabularies are the bot's commands by language. The first also serves all
	// other languages. Required.
	Vocabularies []chat.Vocabulary
	// Notes store direct channels, threads and the like. Required.
	Notes chat.Notes
	// Log gets failures; nil means slog.Default.
	Log *slog.Logger
	// Metrics count answers and failures; nil means none.
	Metrics *metrics.Metrics
	// Icons returns the icons for readers of a language, PNG by name. They become the
	// application's emojis; nil means that buttons have only text.
	Icons func(lang string) (map[string][]byte, error)
	// Dial opens connections; nil means the system's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Patience is the timeouts; a zero field is the default.
	Patience Patience
}

// Patience is how long Discord is waited for; a zero field is the default.
type Patience struct {
	Connect  time.Duration // until a session is ready: 10 s
	Ack      time.Duration // from one heartbeat's answer to the next: 62 s, 1.5 of Discord's intervals
	Identify time.Duration // between the beginnings of two sessions: 5 s, Discord's own limit
	Answer   time.Duration // until an interaction is answered provisionally: 1.2 s of Discord's 3
	Request  time.Duration // until a request that answers an interaction is answered itself: 1.5 s
	Decide   time.Duration // until the bot has decided one act: 20 s
}

// complete fills in defaults and returns an error about a wrong field.
func (c *Config) complete() error {
	if err := CheckToken(c.Token); err != nil {
		return fmt.Errorf("the token %w", err)
	}
	if c.Notes == nil || len(c.Vocabularies) == 0 {
		return errors.New("Config.Notes or Config.Vocabularies is missing")
	}
	c.APIURL = cmp.Or(c.APIURL, "https://discord.com")
	if err := driver.CheckURL(c.APIURL); err != nil {
		return fmt.Errorf("the API's address %w", err)
	}
	c.Patience = Patience{
		Connect:  cmp.Or(c.Patience.Connect, 10*time.Second),
		Ack:      cmp.Or(c.Patience.Ack, 62*time.Second),
		Identify: cmp.Or(c.Patience.Identify, 5*time.Second),
		Answer:   cmp.Or(c.Patience.Answer, 1200*time.Millisecond),
		Request:  cmp.Or(c.Patience.Request, 1500*time.Millisecond),
		Decide:   cmp.Or(c.Patience.Decide, 20*time.Second),
	}
	c.Log, c.Metrics = cmp.Or(c.Log, slog.Default()), cmp.Or(c.Metrics, metrics.New(nil))
	if c.Dial == nil {
		const keepAlive = 15 * time.Second
		c.Dial = (&net.Dialer{Timeout: c.Patience.Connect, KeepAlive: keepAlive}).DialContext
	}
	return nil
}

// isToken reports whether the text looks like one of Discord's tokens. No character of a token is escaped
// in logs or addresses.
var isToken = regexp.MustCompile(`^[A-Za-z0-9._-]+$`).MatchString

// CheckToken returns an error if the text can't be a bot's token. The error doesn't contain it.
func CheckToken(token string) error {
	if !isToken(token) {
		return errors.New("is missing or has characters that no token has; it stands without \"Bot \"")
	}
	return nil
}

// Platform is Discord as a chat network. Make it with New.
type Platform struct {
	config     Config // complete
	client     *client
	commands   slashCommands
	emojis     *emojis
	lines      *lines.Store
	posts      *posts
	calls      *calls.Calls
	people     *people
	threads    *threads
	queues     *keyedqueue.Queues
	status     status
	dispatcher *dispatcher
	supervisor *supervisor
	early      *earlyConnection // nil unless Connect was called
}

var (
	_ chat.Platform         = (*Platform)(nil)
	_ chat.Successor        = (*Platform)(nil)
	_ chat.Directory        = (*Platform)(nil)
	_ chat.Linker           = (*Platform)(nil)
	_ chat.CommandFormatter = (*Platform)(nil)
	_ chat.Locator          = (*Platform)(nil)
	_ chat.Remembers        = (*Platform)(nil)
)

// New returns the platform. Only Run and Connect speak to Discord.
func New(c Config) (*Platform, error) {
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	p := &Platform{
		config: c, client: newClient(c), commands: c.Vocabularies, queues: keyedqueue.New(c.Log), lines: newLines(c.Notes),
		calls: calls.New(c.Notes, time.Now, sameNonce), status: status{ready: make(chan struct{})},
	}
	self := &identity{client: p.client, notes: c.Notes, log: c.Log, threads: c.Threads}
	p.people = &people{client: p.client, notes: c.Notes}
	p.threads = &threads{client: p.client, notes: c.Notes, log: c.Log, all: c.Threads}
	p.emojis = &emojis{client: p.client, self: self, queues: p.queues, log: c.Log, vocabularies: c.Vocabularies, draws: c.Icons}
	layouts := &layouts{emojis: p.emojis, lines: p.lines, log: c.Log}
	pictures := &pictures{Map: cache.Map[string, shown]{Keep: maxShown}, log: c.Log}
	hooks := &hooks{cache.Map[string, hook]{Keep: maxHooks}}
	p.posts = &posts{
		client: p.client, self: self, log: c.Log, layouts: layouts, emojis: p.emojis, pictures: pictures, hooks: hooks,
	}
	replies := &replies{
		log: c.Log, metrics: c.Metrics, patience: c.Patience, client: p.client, self: self, commands: p.commands,
		layouts: layouts, emojis: p.emojis, pictures: pictures, queues: p.queues,
		refusals: make(chan struct{}, maxRefusals), slow: make(chan struct{}, maxSlow),
	}
	p.dispatcher = &dispatcher{
		log: c.Log, metrics: c.Metrics, decideIn: c.Patience.Decide, status: &p.status, people: p.people,
		guilds: &guilds{notes: c.Notes, log: c.Log}, threads: p.threads, hooks: hooks, lines: p.lines,
		commands: p.commands, queues: p.queues, replies: replies,
	}
	p.supervisor = &supervisor{
		config: &p.config, client: p.client, self: self, commands: p.commands, emojis: p.emojis, status: &p.status,
	}
	return p, nil
}

// Name returns the prefix of the ids of people and channels.
func (p *Platform) Name() string { return network }

// Ready returns a channel that closes once the bot has been connected to Discord.
func (p *Platform) Ready() <-chan struct{} { return p.status.ready }

// Traits returns Discord's properties: a match can have a thread. The bot is connected while a session is
// ready.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{Threads: true, Connection: chat.ConnectedIf(p.status.online.Load())}
}

// Run serves Discord until ctx ends, through all disconnections. It returns an error only if Discord
// doesn't accept the bot.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer p.client.http.CloseIdleConnections()
	defer p.queues.Close()
	defer cancel()
	p.status.running.Store(true)
	if p.early == nil {
		p.dispatcher.handle = handle
		p.supervisor.onEvent = func(kind string, data []byte) { p.dispatcher.sortEvent(ctx, kind, data) }
		return p.supervisor.run(ctx)
	}
	defer context.AfterFunc(ctx, p.early.cancel)()
	p.early.release(handle)
	p.emojis.startMaintenance(ctx) // as each later session does
	return <-p.early.ended
}

// FormatCommand returns the slash command that says the line, such as "/tarock accept code:abcd2345". It
// is empty for moves, which are only pressed.
func (p *Platform) FormatCommand(line string) string { return p.commands.format(line) }

// Link returns the command that says the line: no address of Discord's can carry one.
func (p *Platform) Link(line string) string { return p.FormatCommand(line) }

// status is the state of the connection to Discord.
type status struct {
	online  atomic.Bool   // a session is ready
	ready   chan struct{} // closed once one has been
	first   sync.Once     // closes it
	running atomic.Bool   // Run has begun
	leaving atomic.Bool   // see Leave
}
