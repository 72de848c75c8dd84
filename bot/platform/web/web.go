// Package web is the platform without a network: a web page with a table and a small chat.
//
// Start with requests at server.go, content at hub.go, users at owner.go, and HTML at html.go. The scripts in the
// folder web start at app.js; each script's first line states its job.
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
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/platform/texts"
	"tarockbot/bot/support/metrics"
)

var catalogue = texts.Of("web")

// Config configures the page.
type Config struct {
	// Run closes the listener. Required.
	Listener net.Listener
	// allows an address for other machines
	Public bool
	// further host names, with a port if it differs; they make the page public, behind a proxy
	Hosts []string
	// trusted for the client's address and TLS; nil means this machine
	Proxies []netip.Prefix
	// Admins are names or keys. Without any, a private page's first visitor administers it.
	Admins []string
	// the daily limit of a public page; 0: DefaultNamesPerAddress
	NamesPerAddress int
	Vocabularies    []chat.Vocabulary
	// Faces draws all cards on one sheet. Nil: cards are chips of text.
	Faces func(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error)
	// AppIcon draws an icon in a width in pixels. Nil: the page can't be installed.
	AppIcon func(ctx context.Context, size int) ([]byte, error)
	// nil: no words are explained
	Glossary func(game, lang string) []chat.Term
	// nil: visitors can't check deals
	Verify func(VerifyInput) VerifyResult
	// Invitation describes the challenge with the code, or returns nil. Nil: links don't describe it.
	Invitation func(ctx context.Context, code, lang string) []chat.Line
	// nil: no privacy page
	Privacy func(lang string) []chat.Line
	// the bot's public keys, newest first
	Keys []driver.PublicKey
	// Required.
	Notes chat.Notes
	// BCP 47; "" means English
	Language string
	// nil: slog.Default
	Log *slog.Logger
	// nil: none
	Metrics *metrics.Metrics
	// nil: time.Now
	Now func() time.Time
}

// DefaultNamesPerAddress is the default of Config.NamesPerAddress.
const DefaultNamesPerAddress = 10

// Platform serves the web page.
type Platform struct {
	*site
	outside string // address for others, or ""
	owners  *owners
	hub     *hub
	artwork *artwork
	checker *checker

	downloads  downloads
	glossaries sync.Map
}

var (
	_ chat.Platform  = (*Platform)(nil)
	_ chat.Directory = (*Platform)(nil)

	_ chat.Administered         = (*Platform)(nil)
	_ chat.SharedDeviceDetector = (*Platform)(nil)
	_ chat.Linker               = (*Platform)(nil)
	_ chat.Expiring             = (*Platform)(nil)
	_ chat.DataHolder           = (*Platform)(nil)
)

func (c *Config) complete() error {
	if c.Notes == nil || c.Listener == nil {
		return errors.New("Config.Notes or Config.Listener is missing")
	}
	c.Log, c.Metrics = cmp.Or(c.Log, slog.Default()), cmp.Or(c.Metrics, metrics.New(nil))
	c.NamesPerAddress = cmp.Or(c.NamesPerAddress, DefaultNamesPerAddress)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Proxies == nil {
		c.Proxies = thisMachine
	}
	if _, loopback := c.address(); !loopback && !c.Public {
		return fmt.Errorf("other machines can reach %s; set Config.Public to allow that", c.Listener.Addr())
	}
	c.Admins = slices.Clone(c.Admins)
	for i, name := range c.Admins {
		key, err := adminKey(name)
		if err != nil {
			return err
		}
		c.Admins[i] = key
	}
	return nil
}

// loopback is true if only this machine can reach the address.
func (c *Config) address() (port string, loopback bool) {
	if tcp, ok := c.Listener.Addr().(*net.TCPAddr); ok {
		return fmt.Sprint(tcp.Port), tcp.IP.IsLoopback()
	}
	return "", false
}

// New returns the page for Run. Addresses for other machines require Config.Public.
func New(c Config) (*Platform, error) {
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("local: %w", err)
	}
	s := newSite(&c)
	return &Platform{
		site: s, outside: s.addressOutside(), owners: newOwners(s), hub: newHub(secret(6), c.Now), artwork: newArtwork(s),
		checker: newChecker(s),
	}, nil
}

// Name returns the prefix of IDs.
func (p *Platform) Name() string { return network }

// Traits implements chat.Platform.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{LosesMessages: true, DrawsLazily: true, LaysOutCards: true, Translates: true}
}

// URL returns the address on this machine.
func (p *Platform) URL() string { return "http://" + p.cfg.Listener.Addr().String() + "/" }

// Run serves the page until ctx ends. Event streams set deadlines themselves.
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
	<-failed //nolint:errcheck // Shutdown ended it
	return nil
}

func secret(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

func digest(data []byte, n int) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:n])
}

// Show changes memory; browsers fetch the change. It returns chat.ErrBlocked without such a chat or user.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if err := p.reachable(ctx, place); err != nil {
		return "", err
	}
	if screen.Retired {
		p.hub.remove(place.User, old)
		return old, nil
	}
	ref, kind := cmp.Or(old, p.hub.newRef()), kindBoard
	if place.User != "" {
		kind = kindPanel
	}
	editions, err := p.variants(screen, kind, ref)
	if err != nil {
		return "", err
	}
	m := message{ref: ref, variants: editions, shown: shownPictures(screen), call: screen.Call,
		began: screen.Created, ended: screen.Dismissable, hidden: screen.MayBeHidden && kind == kindPanel}
	if screen.Felt != nil && !screen.Dismissable {
		m.table = screen.Table
		for _, seat := range screen.Felt.Seats {
			m.players = append(m.players, chat.UserID(seat.User))
		}
	}
	if !p.hub.setMessage(place.User, screen.Lang, m, old == "") {
		return "", fmt.Errorf("local: show %q: %w", old, chat.ErrGone)
	}
	return ref, nil
}

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
	owner, err := p.owners.find(ctx, key)
	if err == nil && owner == nil {
		err = fmt.Errorf("local: show to %s: the name is unclaimed: %w", place.User, chat.ErrBlocked)
	}
	return err
}

// Find implements chat.Directory. The mention is a name.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	_, key, ok := parseName(mention)
	if !ok {
		return "", "", false
	}
	owner, err := p.owners.find(ctx, key)
	if err != nil || owner == nil {
		return "", "", false
	}
	return userID(key), owner.Name, true
}
