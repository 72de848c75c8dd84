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
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/calls"
	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
	"tarockbot/bot/metrics"
)

// Platform is Discord as a chat network.
type Platform struct {
	token    string
	threads  bool
	notes    chat.Notes
	log      *slog.Logger
	metrics  *metrics.Metrics
	icons    func(lang string) (map[string][]byte, error)
	dial     func(context.Context, string, string) (net.Conn, error)
	patience Patience
	rest     *client
	words    map[string]chat.Vocabulary

	queues  queues
	directs directs
	calls   *calls.Calls
	lines   *lines.Store
	hooks   hooks
	nonces  nonces
	names   names
	guilds  guilds
	shows   pictures
	follows follows
	emojis  emojis
	invited sync.Once

	sessions sessions // read and changed by supervise alone

	mu     sync.Mutex    // of what follows
	app    string        // the application's id
	ready  chan struct{} // closed once a session has been ready
	online bool          // a session is ready
}

var (
	_ chat.Platform         = (*Platform)(nil)
	_ chat.Directory        = (*Platform)(nil)
	_ chat.Linker           = (*Platform)(nil)
	_ chat.CommandFormatter = (*Platform)(nil)

	_ chat.Locator = (*Platform)(nil)
)

// New makes the platform; it speaks to nobody before Run.
func New(c Config) (*Platform, error) {
	if err := CheckToken(c.Token); err != nil {
		return nil, fmt.Errorf("discord: Config.Token %w", err)
	}
	if c.Notes == nil {
		return nil, errors.New("discord: Config.Notes is missing")
	}
	base, err := url.Parse(cmp.Or(c.APIURL, DefaultAPI))
	if err != nil || base.Host == "" {
		return nil, errors.New("discord: Config.APIURL is no URL")
	}
	p := &Platform{token: c.Token, threads: c.Threads, notes: c.Notes, log: c.Log, metrics: c.Metrics, icons: c.Icons, dial: c.Dial,
		patience: c.Patience.complete(), ready: make(chan struct{})}
	p.lines = newLines(p.notes)
	p.calls = calls.New(p.notes, time.Now, sameNonce)
	p.shows.Keep = maxShown
	if p.log == nil {
		p.log = slog.Default()
	}
	if p.metrics == nil {
		p.metrics = metrics.New(nil)
	}
	if p.dial == nil {
		p.dial = (&net.Dialer{Timeout: p.patience.Connect, KeepAlive: keepAlive}).DialContext
	}
	p.rest = newClient(base, c.Token, p.transport(), p.countError)
	p.words = make(map[string]chat.Vocabulary)
	for _, v := range c.Vocabularies {
		p.words[v.Lang] = v
	}
	for _, lang := range languages {
		if _, ok := p.words[lang]; !ok {
			return nil, fmt.Errorf("discord: Config.Vocabularies lacks %q", lang)
		}
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
func (p *Platform) transport() *http.Transport {
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: p.dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: tlsTime, ResponseHeaderTimeout: headerTime, IdleConnTimeout: idleTime,
		MaxIdleConnsPerHost: connections,
	}
}

// Name is the prefix of the ids of people and channels.
func (p *Platform) Name() string { return strings.TrimSuffix(prefix, ":") }

// Ready is closed once the bot has been connected to Discord.
func (p *Platform) Ready() <-chan struct{} { return p.ready }

// Traits: a match can have a thread to talk in, and the bot is connected if Discord
// sends what people do.
func (p *Platform) Traits() chat.Traits {
	p.mu.Lock()
	defer p.mu.Unlock()
	return chat.Traits{Threads: true, Connection: chat.ConnectedIf(p.online)}
}

// setOnline notes whether a session is ready, and the first time that one is.
func (p *Platform) setOnline(online bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.online = online
	select {
	case <-p.ready:
	default:
		if online {
			close(p.ready)
		}
	}
}

// Run serves Discord until ctx ends, through all disconnections. It fails only
// for good: when Discord doesn't accept the bot.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer p.rest.close()
	defer p.queues.wait()
	defer cancel()
	return p.supervise(ctx, handle)
}

// appID is the application's id, once it is known.
func (p *Platform) appID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.app
}

// Locate is the channel's address, which people see as its name.
func (p *Platform) Locate(space, place chat.ChatID) string {
	guild, in := strings.CutPrefix(string(space), prefix+"g")
	channel := bare(place)
	if !in || !isSnowflake(guild) || channel == "" {
		return ""
	}
	return "https://discord.com/channels/" + guild + "/" + channel
}
