// Package local is the platform that needs no network: a small chat on a web
// page of one's own machine. It renders the same screens as the other
// platforms, so it is also where screens are tried out.
//
// A reader starts here. hub.go keeps what the page shows, server.go lists the
// routes, enter.go finds out who asks, act.go turns a press into an input, events.go
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
	"net/url"
	"strings"
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

// Show puts the screen into the channel or among a person's panels. It only
// changes memory; browsers fetch it in their own time. ErrBlocked: there is no
// such chat, or nobody owns the name.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if err := p.reachable(ctx, place); err != nil {
		return "", err
	}
	ref := old
	if old == "" {
		ref = p.hub.newRef()
	}
	if screen.Retired {
		p.hub.retract(place.User, screen.Lang, old)
		return old, nil
	}
	kind := kindBoard
	if place.User != "" {
		kind = kindPanel
	}
	html, err := screenViewOf(screen, kind, ref).render()
	if err != nil {
		return "", err
	}
	m := message{ref: ref, html: html, shown: exhibited(screen.Picture), call: screen.Call, age: screen.Age, ended: screen.Ended}
	if old == "" {
		p.hub.post(place.User, screen.Lang, m)
		return ref, nil
	}
	if !p.hub.edit(place.User, screen.Lang, m) {
		return "", fmt.Errorf("local: show %q: %w", old, chat.ErrGone)
	}
	return ref, nil
}

// reachable says why nothing can be shown in the place, if so.
func (p *Platform) reachable(ctx context.Context, place chat.Place) error {
	if place.User == "" && place.Chat == Channel {
		return nil
	}
	key, ok := strings.CutPrefix(string(place.User), "local:")
	if !ok || place.Chat != "" {
		return fmt.Errorf("local: show in %q %q: %w", place.Chat, place.User, chat.ErrBlocked)
	}
	if p.hub.knows(place.User) {
		return nil
	}
	owner, err := p.owner(ctx, key)
	if err != nil {
		return err
	}
	if owner == nil {
		return fmt.Errorf("local: show to %s: nobody has the name: %w", place.User, chat.ErrBlocked)
	}
	return nil
}

// Find is the person who owns the name that somebody typed after @.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	_, key, ok := parseName(mention)
	if !ok {
		return "", "", false
	}
	owner, err := p.owner(ctx, key)
	if err != nil || owner == nil {
		return "", "", false
	}
	return userID(key), owner.Name, true
}

// showKey is what an address ends with that leads to a deal: "?show=abcd2345-1".
const showKey = "show"

// Link is the page's address with the deal that "replay CODE" names. Other lines
// have none: what an address says may have been written by anybody.
func (p *Platform) Link(line string) string {
	code, is := strings.CutPrefix(line, "replay ")
	home := p.home()
	if !is || home == "" {
		return ""
	}
	return home + "?" + url.Values{showKey: {code}}.Encode()
}

// home is where people open the page: by its public name, which a proxy with a
// certificate has, or on this machine; "" if neither is known.
func (p *Platform) home() string {
	switch {
	case p.public != "":
		return "https://" + p.public + "/"
	case p.private:
		return p.URL()
	}
	return ""
}

// show shows the visitor the deal of that code, and leads to the page.
func (s server) show(w http.ResponseWriter, r *http.Request, v visitor, code string) {
	id, err := s.p.secret(12)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	s.decide(w, r, v, press{id: id, line: "replay " + shorten(oneWord(code), maxCaption), typed: true})
}

// oneWord is the text as far as it is one.
func oneWord(text string) string {
	words := strings.Fields(strings.ToValidUTF8(text, ""))
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// backTo is where somebody goes on who has entered, and was on the way to a deal.
func backTo(base, code string) string {
	if code == "" {
		return base
	}
	return base + "?" + url.Values{showKey: {code}}.Encode()
}
