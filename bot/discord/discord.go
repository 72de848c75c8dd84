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
	"regexp"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/calls"
	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
	"tarockbot/bot/metrics"
)

// DefaultAPI is where Discord is.
const DefaultAPI = "https://discord.com"

// prefix begins the ids of Discord's people and channels.
const prefix = "discord:"

// Config says who the bot is at Discord and what it may lean on.
type Config struct {
	// Token is the bot's secret, without "Bot ". Required.
	Token string
	// APIURL is used instead of DefaultAPI, by proxies and tests.
	APIURL string
	// Threads gives each match a thread to talk in, at its board.
	Threads bool
	// Vocabularies are what can be said to the bot, in English and German at least.
	// Required.
	Vocabularies []chat.Vocabulary
	// Notes remember direct channels, who has closed theirs, and the like. Required.
	Notes chat.Notes
	// Log gets what goes wrong; nil means slog.Default.
	Log *slog.Logger
	// Metrics are counted here; nil means that nobody looks at them.
	Metrics *metrics.Metrics
	// Icons are the pictures of icons for readers of a language, PNG by name. They
	// become emojis of the application's; nil means that text does.
	Icons func(lang string) (map[string][]byte, error)
	// Dial opens connections; nil means the system's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Patience is how long to wait for what.
	Patience Patience
}

// Patience is how long Discord is waited for; a zero field is the default.
type Patience struct {
	Connect  time.Duration // until a session is ready: 10 s
	Ack      time.Duration // from one heartbeat's answer to the next: 62 s, 1.5 of Discord's intervals
	Identify time.Duration // between the beginnings of two sessions: 5 s, Discord's own limit
	Answer   time.Duration // until an interaction is answered provisionally: 1.2 s of Discord's 3
}

func (p Patience) complete() Patience {
	return Patience{
		Connect:  cmp.Or(p.Connect, 10*time.Second),
		Ack:      cmp.Or(p.Ack, 62*time.Second),
		Identify: cmp.Or(p.Identify, 5*time.Second),
		Answer:   cmp.Or(p.Answer, 1200*time.Millisecond),
	}
}

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

// tokenForm is what a token looks like. Nothing in it changes its form when it
// is written into a log or an address.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// CheckToken says why the text can't be a bot's token, without telling it.
func CheckToken(token string) error {
	if !tokenForm.MatchString(token) {
		return errors.New("is missing or has characters that no token has; it stands without \"Bot \"")
	}
	return nil
}

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

// userID and chatID are the bot's names for Discord's ids.
func userID(id string) chat.UserID { return chat.UserID(prefix + id) }

func chatID(id string) chat.ChatID { return chat.ChatID(prefix + id) }

// Locate is the channel's address, which people see as its name.
func (p *Platform) Locate(space, place chat.ChatID) string {
	guild, in := strings.CutPrefix(string(space), prefix+"g")
	channel := bare(place)
	if !in || !isSnowflake(guild) || channel == "" {
		return ""
	}
	return "https://discord.com/channels/" + guild + "/" + channel
}

// spaceID is the port's name for a server. A channel may have the server's number.
func spaceID(guild string) chat.ChatID { return chat.ChatID(prefix + "g" + guild) }

// bare is Discord's own id, "" if the id isn't one of Discord's.
func bare[ID ~string](id ID) string {
	s, ok := strings.CutPrefix(string(id), prefix)
	if !ok || !isSnowflake(s) {
		return ""
	}
	return s
}

// isSnowflake says whether the text has the form of Discord's ids. Nothing
// else may become part of a request's path.
func isSnowflake(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}
