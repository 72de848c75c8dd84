// Package discord is the platform for Discord: slash commands, boards and panels with buttons, direct messages.
//
// To follow a press, start at events.go, dispatch.go and reply.go. To follow a message, start at show.go, layout.go and
// posts.go. supervise.go keeps the bot connected; client.go sends all requests.
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

var catalogue = texts.Of("discord")

// Config configures the platform.
type Config struct {
	// Token is the bot's secret, without "Bot ". Required.
	Token string
	// APIURL is the address of a proxy or a test; "" means Discord's own.
	APIURL string
	// gives each match a thread at its board
	Threads bool
	// Vocabularies are the commands by language. The first serves all other languages. Required.
	Vocabularies []chat.Vocabulary
	// Required.
	Notes chat.Notes
	// nil: slog.Default
	Log *slog.Logger
	// nil: none
	Metrics *metrics.Metrics
	// Icons returns PNG icons by name for a language. They become emojis. Nil: buttons have only text.
	Icons func(lang string) (map[string][]byte, error)
	// nil: the system's
	Dial     func(ctx context.Context, network, address string) (net.Conn, error)
	Patience Timeouts
}

// Timeouts holds timeouts. Zero means the default.
type Timeouts struct {
	Connect  time.Duration // until a session is ready: 10 s
	Ack      time.Duration // between answered heartbeats: 62 s, Discord's interval times 1.5
	Identify time.Duration // between the starts of two sessions: 5 s, Discord's limit
	Answer   time.Duration // until the provisional answer: 1.2 s of Discord's 3
	Request  time.Duration // of a request that answers an interaction: 1.5 s
	Decide   time.Duration // of the bot's decision: 20 s
}

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
	c.Patience = Timeouts{
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

// A token never needs escaping.
var isToken = regexp.MustCompile(`^[A-Za-z0-9._-]+$`).MatchString

// CheckToken returns an error if the text can't be a bot's token. The error omits the text.
func CheckToken(token string) error {
	if !isToken(token) {
		return errors.New("is missing or has a character that tokens can't have; omit the prefix \"Bot \"")
	}
	return nil
}

// Platform connects the bot to Discord.
type Platform struct {
	config     Config
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
	_ chat.HandoverPlatform = (*Platform)(nil)
	_ chat.Directory        = (*Platform)(nil)
	_ chat.Linker           = (*Platform)(nil)
	_ chat.CommandFormatter = (*Platform)(nil)
	_ chat.Locator          = (*Platform)(nil)
	_ chat.DataHolder       = (*Platform)(nil)
)

// New returns the platform. Only Run and Connect contact Discord.
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
	p.threads = &threads{client: p.client, notes: c.Notes, log: c.Log, byDefault: c.Threads}
	p.emojis = &emojis{client: p.client, self: self, queues: p.queues, log: c.Log, vocabularies: c.Vocabularies, drawIcons: c.Icons}
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

// Name returns the prefix of IDs.
func (p *Platform) Name() string { return network }

// Ready returns a channel that is closed after the first connection.
func (p *Platform) Ready() <-chan struct{} { return p.status.ready }

// Traits implements chat.Platform. The bot is connected while a session is ready.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{Threads: true, Connection: chat.ConnectedIf(p.status.online.Load())}
}

// Run serves Discord until ctx ends. It returns an error only if Discord rejects the bot.
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
	p.emojis.startMaintenance(ctx)
	return <-p.early.ended
}

// FormatCommand returns the line's slash command, such as "/tarock accept code:abcd2345". Moves have none.
func (p *Platform) FormatCommand(line string) string { return p.commands.format(line) }

// Link returns the command, because Discord's addresses can't carry a line.
func (p *Platform) Link(line string) string { return p.FormatCommand(line) }

type status struct {
	online    atomic.Bool
	ready     chan struct{} // closed after the first connection
	readyOnce sync.Once
	running   atomic.Bool
	leaving   atomic.Bool // see Leave
}
