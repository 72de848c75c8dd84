// Package local is the platform that needs no network: a small chat on a web
// page of one's own machine. It renders the same screens as the other
// platforms, so it is also where screens are tried out.
//
// A reader starts here and at show.go, which keeps what the page shows;
// server.go lists the routes, act.go turns a press into an input, events.go
// sends what has changed, html.go makes a screen HTML.
package local

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
)

// DefaultAddr is where the page is served if nothing else is said.
const DefaultAddr = "127.0.0.1:8080"

// Channel is the one public chat of the page.
const Channel chat.ChatID = "local:channel"

// Config says where the page is served and what it may lean on.
type Config struct {
	// Listener is used instead of Addr if it is set; the platform closes it.
	Listener net.Listener
	// Addr is host:port; "" means DefaultAddr.
	Addr string
	// Public allows an address that others than this machine can reach.
	Public bool
	// Hosts are names, with a port if it isn't the listener's, by which
	// browsers may ask for the page besides those of this machine. With one the page
	// is public, too: it is behind a proxy.
	Hosts []string
	// Proxies are the addresses of proxies whose word is taken on who asks and whether
	// that is by TLS; nil means those of this machine.
	Proxies []netip.Prefix
	// Admins are the names of the administrators. Without any a private page is
	// whose who entered it first, and a public one nobody's.
	Admins []string
	// NamesPerAddress is how many names may be taken from one address in a day, if the
	// page is public; 0 means DefaultNamesPerAddress.
	NamesPerAddress int
	// Commands are those that the page offers, in their order.
	Commands []string
	// Notes remember who owns which name. Required.
	Notes chat.Notes
	// Log gets what goes wrong inside; nil means slog.Default.
	Log *slog.Logger
	// Metrics are counted here; nil means that nobody looks at them.
	Metrics *metrics.Metrics
	// Random makes tokens; nil means the system's secure source.
	Random io.Reader
	// Now is the time; nil means time.Now.
	Now func() time.Time
}

// DefaultNamesPerAddress is how many names may be taken from one address in a day.
const DefaultNamesPerAddress = 10

// Platform is the web page as a chat network.
type Platform struct {
	listener net.Listener
	private  bool // only people at this machine can open the page
	port     string
	hosts    map[string]bool
	public   string // the name by which others open the page; "" if there is none
	proxies  []netip.Prefix
	admins   []string // keys of their names
	commands []string
	names    allowance
	now      func() time.Time
	notes    chat.Notes
	log      *slog.Logger
	metrics  *metrics.Metrics
	random   io.Reader
	hub      *hub
}

var (
	_ chat.Platform  = (*Platform)(nil)
	_ chat.Directory = (*Platform)(nil)

	_ chat.Administered = (*Platform)(nil)
	_ chat.Housemates   = (*Platform)(nil)
	_ chat.Linker       = (*Platform)(nil)
	_ chat.Lapsing      = (*Platform)(nil)
)

// New listens, so that an address in use is an error at once; Run serves.
func New(c Config) (*Platform, error) {
	if c.Notes == nil {
		return nil, errors.New("local: Config.Notes is missing")
	}
	p := &Platform{notes: c.Notes, log: c.Log, metrics: c.Metrics, commands: c.Commands, random: c.Random, now: c.Now, proxies: c.Proxies}
	if p.log == nil {
		p.log = slog.Default()
	}
	if p.metrics == nil {
		p.metrics = metrics.New(nil)
	}
	if p.random == nil {
		p.random = rand.Reader
	}
	if p.now == nil {
		p.now = time.Now
	}
	if p.proxies == nil {
		p.proxies = thisMachine
	}
	p.names = allowance{most: cmp.Or(c.NamesPerAddress, DefaultNamesPerAddress), now: p.now}
	var err error
	if p.admins, err = adminKeys(c.Admins); err != nil {
		return nil, err
	}
	epoch, err := p.secret(6)
	if err != nil {
		return nil, err
	}
	p.hub = newHub(epoch)
	if err := p.listen(c); err != nil {
		return nil, err
	}
	p.hosts = allowedHosts(p.port, c.Hosts)
	if len(c.Hosts) > 0 {
		p.public = c.Hosts[0]
	}
	return p, nil
}

// listen opens the address, or takes the listener over, and refuses one that
// the outside can reach unless that is wanted.
func (p *Platform) listen(c Config) error {
	l := c.Listener
	if l == nil {
		addr := c.Addr
		if addr == "" {
			addr = DefaultAddr
		}
		var err error
		if l, err = net.Listen("tcp", addr); err != nil {
			return fmt.Errorf("local: %w", err)
		}
	}
	loopback := false
	if tcp, ok := l.Addr().(*net.TCPAddr); ok {
		loopback = tcp.IP.IsLoopback()
		p.port = fmt.Sprint(tcp.Port)
	}
	p.private = loopback && !c.Public && len(c.Hosts) == 0
	if !loopback && !c.Public {
		_ = l.Close()
		return fmt.Errorf("local: %s can be reached from outside; that must be allowed expressly", l.Addr())
	}
	p.listener = l
	return nil
}

// Name is the prefix of the ids of people and of the channel.
func (p *Platform) Name() string { return "local" }

// Traits: messages end with the process, and a browser asks for the pictures that
// its page shows.
func (p *Platform) Traits() chat.Traits { return chat.Traits{Forgets: true, Lazy: true} }

// URL is the page's address for somebody at this machine.
func (p *Platform) URL() string { return "http://" + p.listener.Addr().String() + "/" }

// Close stops listening; needed only if Run isn't called.
func (p *Platform) Close() error { return p.listener.Close() }

// The server's patience. A stream of events sets deadlines of its own.
const (
	headerTime   = 5 * time.Second
	readTime     = 15 * time.Second
	writeTime    = 60 * time.Second
	idleTime     = 2 * time.Minute
	shutdownTime = 5 * time.Second
)

// Run serves the page until ctx ends; streams end with it, and requests that
// are being answered get a few seconds to finish.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	p.warnOfAdmins(ctx)
	server := &http.Server{
		Handler:           p.handler(handle),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(p.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(p.listener) }()
	select {
	case err := <-failed:
		_ = server.Close()
		return fmt.Errorf("local: serve: %w", err)
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := server.Shutdown(patience); err != nil {
		_ = server.Close()
	}
	<-failed //nolint:errcheck // it was told to end
	return nil
}

// secret returns n random bytes in URL-safe letters.
func (p *Platform) secret(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(p.random, b); err != nil {
		return "", fmt.Errorf("local: random source: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}
