// Package web is the platform that needs no network: it serves a web page on which a table fills the
// window and everything else is a small chat. It shows the same screens as the other platforms.
//
//   - Content: hub.go holds the page in the lists of pane.go; edition.go renders a message for each of its readers;
//     files.go serves files, and pictures.go the pictures of messages.
//   - Requests: server.go lists the routes; page.go writes the page itself, and the privacy page; site.go describes how
//     browsers reach the page; links.go makes and opens links; respond.go writes pages and refusals; act.go passes
//     presses to the bot; events.go sends changes by the streams of stream.go, and presence.go tells which players have
//     the page open.
//   - Users: visitor.go identifies the requester; enter.go claims names; owner.go stores
//     their owners and knows the administrators; limit.go limits uses by address.
//   - HTML: html.go and lines.go render screens, felt.go tables, terms.go explained words;
//     artwork.go serves static files and card faces, manifest.go what an installed page needs.
//   - verify.go has deals checked, and report.go puts the result into words.
//
// In the folder web the templates are *.html. The first line of each script module states its job; app.js
// is the entry point, lists.js applies changes, table.js knows the open table.
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

// catalogue holds the page's own texts.
var catalogue = texts.Of("web")

// Config configures the page and its dependencies.
type Config struct {
	// Listener accepts the page's connections; Run closes it. Required.
	Listener net.Listener
	// Public allows an address that other machines can reach.
	Public bool
	// Hosts are further host names of the page, with a port if it isn't the listener's. With one the page
	// is public and behind a proxy.
	Hosts []string
	// Proxies are the proxies trusted to report the client's address and TLS; nil means this machine.
	Proxies []netip.Prefix
	// Admins are the names of the administrators, or their keys. Without any, the first visitor of a private page
	// administers it, and a public page has no administrator.
	Admins []string
	// NamesPerAddress is the number of names that one address may claim in a day on a public page; 0 means
	// DefaultNamesPerAddress.
	NamesPerAddress int
	// Vocabularies are the commands that the page offers, in order, by language.
	Vocabularies []chat.Vocabulary
	// Faces draws all cards on one sheet; see bot.Materials. If nil, cards are chips of text.
	Faces func(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error)
	// AppIcon draws the icon of the installed page in a width in pixels; see bot.Materials. If nil, the
	// page can't be installed.
	AppIcon func(ctx context.Context, size int) ([]byte, error)
	// Glossary returns the explained words of a game; see bot.Materials. If nil, no words are explained.
	Glossary func(game, lang string) []chat.Term
	// Verify checks deals from visitors. If nil, there is no page for that.
	Verify func(Given) Checked
	// Privacy returns the operator and the privacy notice in a language. If nil, there is no page for
	// that.
	Privacy func(lang string) []chat.Line
	// Keys are the public keys of the bot's signatures, newest first, for the page that checks deals.
	Keys []driver.PublicKey
	// Notes store the owners of names. Required.
	Notes chat.Notes
	// Language is for browsers that name none, BCP 47; "" means English.
	Language string
	// Log receives internal errors; nil means slog.Default.
	Log *slog.Logger
	// Metrics counts waits and answers; nil discards them.
	Metrics *metrics.Metrics
	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// DefaultNamesPerAddress is the default of Config.NamesPerAddress.
const DefaultNamesPerAddress = 10

// Platform is the web page as a chat network.
type Platform struct {
	*site
	outside string // the page's address for others; "" if there is none
	owners  *owners
	hub     *hub
	artwork *artwork
	checker *checker

	downloads  downloads
	glossaries sync.Map // by game and language
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

// complete fills in defaults, makes Admins keys, and returns an error about a wrong field.
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
		return fmt.Errorf("%s can be reached from outside; that must be allowed expressly", c.Listener.Addr())
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

// address returns the listener's port, and whether only this machine reaches it.
func (c *Config) address() (port string, loopback bool) {
	if tcp, ok := c.Listener.Addr().(*net.TCPAddr); ok {
		return fmt.Sprint(tcp.Port), tcp.IP.IsLoopback()
	}
	return "", false
}

// New returns the page; Run serves it. It returns an error if the address can be reached from other
// machines and Config.Public is not set.
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

// Name returns the prefix of the ids of users and of the channel.
func (p *Platform) Name() string { return network }

// Traits returns the page's traits: messages end with the process, and browsers fetch pictures on demand.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{Forgets: true, Lazy: true, Felt: true, Translates: true}
}

// URL returns the page's address on this machine.
func (p *Platform) URL() string { return "http://" + p.cfg.Listener.Addr().String() + "/" }

// Run serves the page until ctx ends. Streams end with ctx; other requests get a few seconds to finish. A
// stream of events sets its own deadlines.
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

// Show shows the screen in the channel or among a user's panels. It only changes memory; browsers fetch
// the change later. It returns ErrBlocked if there is no such chat or nobody owns the name.
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
	editions, err := p.editions(screen, kind, ref)
	if err != nil {
		return "", err
	}
	m := message{ref: ref, editions: editions, shown: shownPictures(screen), call: screen.Call,
		age: screen.Age, ended: screen.Ended, away: screen.Followed && kind == kindPanel}
	if screen.Felt != nil && !screen.Ended {
		m.table = screen.Table
		for _, seat := range screen.Felt.Seats {
			m.sits = append(m.sits, chat.UserID(seat.User))
		}
	}
	if !p.hub.setMessage(place.User, screen.Lang, m, old == "") {
		return "", fmt.Errorf("local: show %q: %w", old, chat.ErrGone)
	}
	return ref, nil
}

// reachable returns an error if nothing can be shown in the place.
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

// Find returns the user who owns the name typed after @.
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
