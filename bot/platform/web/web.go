// Package web is the platform that needs no network: a web page on one's own machine,
// on which a table fills the window, and all else is a small chat. It shows the same
// screens as the other platforms, so it is also where screens are tried out.
//
// A reader starts here. What the page shows is kept in hub.go, in the lists of pane.go, each
// message in the editions that its readers see (edition.go). server.go lists the routes,
// site.go says how browsers reach the page and answers what isn't served, enter.go finds out who asks,
// owner.go whose a name is; act.go turns a press into an input, events.go sends what has changed, and
// presence.go who is there. html.go makes a screen HTML, felt.go a table laid out, artwork.go draws its
// faces and lets the page be installed, terms.go has the words that tell what they mean, and verify.go
// checks deals for anybody.
//
// In web the templates are the *.html, and each module of script has one job, which its
// first line tells; app.js begins, lists.js takes in what the bot changes, table.js knows
// which table is open.
package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/support/metrics"
)

// Channel is the one public chat of the page.
const Channel chat.ChatID = userPrefix + "channel"

// Config says where the page is served and what it may lean on.
type Config struct {
	// Listener is where; Run closes it. Required.
	Listener net.Listener
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
	// Vocabularies are the commands that the page offers, in their order, by language.
	Vocabularies []chat.Vocabulary
	// Faces draws all cards on one sheet; see bot.Materials. Nil: cards are chips of text.
	Faces func(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error)
	// AppIcon draws the icon of the page where it is installed, of a width in pixels; see
	// bot.Materials. Nil: it can't be installed.
	AppIcon func(ctx context.Context, size int) ([]byte, error)
	// Glossary are the words of a game that can be touched, with what they mean; see
	// bot.Materials. Nil: none can be.
	Glossary func(game, lang string) []chat.Term
	// Verify checks deals that anybody has given. Nil: there is no page for that.
	Verify func(Given) Checked
	// Privacy tells who runs the bot and what becomes of people's data, in a language. Nil:
	// there is no page for that.
	Privacy func(lang string) []chat.Line
	// Keys are those that the bot has signed decks with, the newest first, for who checks.
	Keys []driver.PublicKey
	// Notes remember who owns which name. Required.
	Notes chat.Notes
	// Language is for browsers that name none, BCP 47; "" means English.
	Language string
	// Log gets what goes wrong inside; nil means slog.Default.
	Log *slog.Logger
	// Metrics are counted here; nil means that nobody looks at them.
	Metrics *metrics.Metrics
	// Now is the time; nil means time.Now.
	Now func() time.Time
}

// DefaultNamesPerAddress is how many names may be taken from one address in a day.
const DefaultNamesPerAddress = 10

// Platform is the web page as a chat network.
type Platform struct {
	*site
	outside string // the page's address for others; "" if they can't open it or it isn't known
	owners  *owners
	hub     *hub
	artwork *artwork
	checker *checker

	glossaries sync.Map // a glossary by game and language
}

var (
	_ chat.Platform  = (*Platform)(nil)
	_ chat.Directory = (*Platform)(nil)

	_ chat.Administered = (*Platform)(nil)
	_ chat.Housemates   = (*Platform)(nil)
	_ chat.Linker       = (*Platform)(nil)
	_ chat.Expiring     = (*Platform)(nil)
	_ chat.Remembers    = (*Platform)(nil)
)

// New makes the page, which Run serves. It refuses an address that the outside can reach
// unless that is wanted.
func New(c Config) (*Platform, error) {
	if c.Notes == nil || c.Listener == nil {
		return nil, errors.New("local: Config.Notes or Config.Listener is missing")
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	c.NamesPerAddress = cmp.Or(c.NamesPerAddress, DefaultNamesPerAddress)
	c.Metrics = cmp.Or(c.Metrics, metrics.New(nil))
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Proxies == nil {
		c.Proxies = thisMachine
	}
	var admins []string
	for _, name := range c.Admins {
		_, key, ok := parseName(name)
		if !ok {
			return nil, fmt.Errorf("local: %w", checkAdmin(name))
		}
		admins = append(admins, key)
	}
	s, loopback := &site{cfg: &c}, false
	if tcp, ok := c.Listener.Addr().(*net.TCPAddr); ok {
		loopback, s.port = tcp.IP.IsLoopback(), fmt.Sprint(tcp.Port)
	}
	if !loopback && !c.Public {
		return nil, fmt.Errorf("local: %s can be reached from outside; that must be allowed expressly", c.Listener.Addr())
	}
	s.private, s.hosts = loopback && !c.Public && len(c.Hosts) == 0, allowedHosts(s.port, c.Hosts)
	return &Platform{
		site: s, outside: s.addressOutside(), hub: newHub(secret(6), c.Now),
		owners:  &owners{s, admins, newDailyLimit(c.NamesPerAddress, c.Now)},
		artwork: &artwork{site: s, sheets: make(map[string][]byte), names: make(map[deckStyle]string), icons: make(map[int][]byte)},
		checker: &checker{s, newDailyLimit(checksPerAddress, c.Now), make(chan struct{}, checksAtOnce)},
	}, nil
}

// Name is the prefix of the ids of people and of the channel. It is stored, and older than the
// package's name.
func (p *Platform) Name() string { return network }

// Traits: messages end with the process, and a browser asks for the pictures that
// its page shows.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{Forgets: true, Lazy: true, Felt: true, Translates: true}
}

// URL is the page's address for somebody at this machine.
func (p *Platform) URL() string { return "http://" + p.cfg.Listener.Addr().String() + "/" }

// Run serves the page until ctx ends; streams end with it, and requests that are being
// answered get a few seconds to finish. A stream of events sets deadlines of its own.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	p.owners.warnOfAdmins(ctx)
	server := &http.Server{
		Handler:           p.handler(handle),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(p.cfg.Log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(p.cfg.Listener) }()
	select {
	case err := <-failed:
		_ = server.Close()
		return fmt.Errorf("local: serve: %w", err)
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(patience); err != nil {
		_ = server.Close()
	}
	<-failed //nolint:errcheck // it was told to end
	return nil
}

// secret returns n random bytes in URL-safe letters.
func secret(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// digest returns n bytes of the data's SHA-256 in hex.
func digest(data []byte, n int) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:n])
}

// Show puts the screen into the channel or among a person's panels. It only
// changes memory; browsers fetch it in their own time. ErrBlocked: there is no
// such chat, or nobody owns the name.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if err := p.reachable(ctx, place); err != nil {
		return "", err
	}
	if screen.Retired {
		p.hub.remove(place.User, screen.Lang, old)
		return old, nil
	}
	ref, kind := cmp.Or(old, p.hub.newRef()), kindBoard
	if place.User != "" {
		kind = kindPanel
	}
	editions, err := p.editions(screen, kind, ref)
	if err != nil {
		return "", err
	}
	m := message{ref: ref, editions: editions, shown: shownPictures(screen), call: screen.Call,
		age: screen.Age, ended: screen.Ended, away: screen.Followed && kind == kindPanel}
	if screen.Felt != nil && !screen.Ended {
		m.table, m.sits = screen.Table, usersAt(screen.Felt)
	}
	if !p.hub.setMessage(place.User, screen.Lang, m, old == "") {
		return "", fmt.Errorf("local: show %q: %w", old, chat.ErrGone)
	}
	return ref, nil
}

// reachable says why nothing can be shown in the place, if so.
func (p *Platform) reachable(ctx context.Context, place chat.Place) error {
	if place.User == "" && place.Chat == Channel {
		return nil
	}
	key, ok := strings.CutPrefix(string(place.User), userPrefix)
	if !ok || place.Chat != "" {
		return fmt.Errorf("local: show in %q %q: %w", place.Chat, place.User, chat.ErrBlocked)
	}
	if p.hub.knows(place.User) {
		return nil
	}
	owner, err := p.owners.of(ctx, key)
	if err == nil && owner == nil {
		err = fmt.Errorf("local: show to %s: nobody has the name: %w", place.User, chat.ErrBlocked)
	}
	return err
}

// Find is the person who owns the name that somebody typed after @.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	_, key, ok := parseName(mention)
	if !ok {
		return "", "", false
	}
	owner, err := p.owners.of(ctx, key)
	if err != nil || owner == nil {
		return "", "", false
	}
	return userID(key), owner.Name, true
}
