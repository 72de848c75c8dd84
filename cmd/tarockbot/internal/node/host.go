// Package node serves a bot: alone on a data file, or as one of several nodes that share a database.
package node

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/monitor"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/engine/fair"
	"tarockbot/render"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// Serve serves a bot until ctx ends, and writes to out where the page is. If an address or
// the data isn't available, it has changed nothing.
func Serve(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) error {
	if err := c.Check(); err != nil {
		return err
	}
	at, err := listen.Open(c.Addresses())
	if err != nil {
		return exit.With(exit.Unavailable, err)
	}
	defer at.Close()
	pictures, err := render.NewStudio()
	if err != nil {
		return err
	}
	h := &hosting{config: c, out: out, log: log, at: at, pictures: pictures, monitor: monitor.New()}
	defer h.monitor.Serve(at[config.MonitorKey], log)()
	if stores.IsDatabase(c.Data) {
		return hostNode(ctx, h)
	}
	return hostFile(ctx, h)
}

// hosting is what outlives the terms of a process.
type hosting struct {
	config   config.Config
	out      io.Writer
	log      *slog.Logger
	at       listen.Listeners
	pictures *render.Studio
	monitor  *monitor.Monitor
	told     string // of the page's address, last
}

// term is the time in which one bot acts on the data.
type term struct {
	store    storage.Store
	copies   backup.Copier
	key      ed25519.PrivateKey
	act      func(*postgres.Lease) // lets the store commit; nil if it may anyway
	now      func() time.Time      // see bot.Config
	acting   func() bool           // likewise
	over     func()                // likewise
	registry *prometheus.Registry

	// What prepare makes.
	docs      *sealed.Store
	bot       *bot.Bot
	platforms []chat.Platform
}

// hostFile serves what is in a file, which no other process has meanwhile.
func hostFile(ctx context.Context, h *hosting) (err error) {
	if _, err := h.config.Key.Need(); err != nil { // or else it would leave new files behind
		return exit.With(exit.Config, err)
	}
	if err := h.config.MakeDataDir(); err != nil {
		return err
	}
	store, found, err := stores.OpenClean(ctx, h.config.Data)
	if err != nil {
		return err
	}
	defer closeStore(store, &err)
	key, err := stores.SigningKey(h.config.Environ, h.config.FairKeyFile(), h.log)
	if err != nil {
		return exit.With(exit.Config, err)
	}
	t := term{store: store, copies: store, key: key, now: time.Now, registry: prometheus.NewRegistry()}
	found.Report(t.registry, h.log)
	defer backup.Serve(ctx, h.config, store, h.log)()
	if err := h.prepare(ctx, &t); err != nil {
		return err
	}
	return h.act(ctx, &t)
}

// prepare makes the bot of a term. It only reads.
func (h *hosting) prepare(ctx context.Context, t *term) error {
	docs, err := h.config.Key.Open(t.store)
	if err != nil {
		return exit.With(exit.Config, err)
	}
	privacy, err := h.config.Privacy()
	if err != nil {
		return exit.With(exit.Config, fmt.Errorf("operator.privacy: %w", err))
	}
	figures := metrics.New(t.registry)
	b, err := bot.New(bot.Config{
		Store: docs, Log: h.log, Random: rand.Reader, Key: t.key, Now: t.now, Acting: t.acting, Over: t.over,
		Language: h.config.Language, Limits: h.config.Limits, Clocks: h.config.Clocks, Bans: h.config.Bans, NoStakes: h.config.NoStakes, Metrics: figures,
		Pictures: h.pictures, Removals: removals.Of(h.config.Removals, h.config.Data), Named: networks.NamedBy(), Privacy: privacy,
	})
	if err != nil {
		return err
	}
	keys, err := tables.Keys{Store: b.Store}.With(ctx, fair.KeyOf(t.key), t.now())
	if err != nil {
		return err
	}
	all, err := h.startNetworks(b, keys, figures)
	t.docs, t.bot, t.platforms = docs, b, all
	return exit.With(exit.Config, err)
}

// act lets the bot of the term serve until ctx ends, or until it can't any more.
func (h *hosting) act(ctx context.Context, t *term) error {
	defer stores.FollowKeys(ctx, h.config.Key, t.docs, h.log)()
	defer backup.Start(ctx, h.config, t.copies, t.registry, h.log)()
	defer h.monitor.Watch(t.bot, t.registry)()
	if err := h.tellAddress(isAt); err != nil {
		return err
	}
	h.announce()
	if t.over != nil {
		defer t.over() // before what else has to end, which may take long
	}
	return runBot(ctx, t.bot, t.platforms, h.log)
}

// runBot lets the bot run until ctx ends. A signal may come while the tables are still being
// read.
func runBot(ctx context.Context, b *bot.Bot, all []chat.Platform, log *slog.Logger) error {
	if err := b.Run(ctx, all...); err != nil && !(ctx.Err() != nil && errors.Is(err, context.Canceled)) {
		return err
	}
	log.Info("stopped")
	return nil
}

// closeStore closes the store, and adds why it can't to what has gone wrong.
func closeStore(store *bolt.Store, err *error) {
	closed := store.Close()
	if !errors.Is(*err, bolt.ErrMoved) { // else it is told
		*err = errors.Join(*err, exit.With(exit.IO, closed))
	}
}

// What is told of the page's address, while a bot acts and while the process stands by.
const (
	isAt     = "tarockbot is at %s\n"
	standsBy = "tarockbot stands by at %s and answers 503 until it acts\n"
)

// tellAddress prints where the page is and what is there, if that is another thing than before.
func (h *hosting) tellAddress(what string) error {
	for _, a := range h.config.Addresses() {
		if a.Key == config.MonitorKey || !a.Web || h.at[a.Key] == nil || h.told == what {
			continue
		}
		h.told = what
		if _, err := fmt.Fprintf(h.out, what, h.at.URL(a.Key)); err != nil {
			return err
		}
	}
	return nil
}

// announce logs that the bot starts, and where.
func (h *hosting) announce() {
	h.log.Info("started", h.addresses("version", version.Text(), "data", stores.WithoutPassword(h.config.Data))...)
}

// addresses adds to what the log tells where this process listens.
func (h *hosting) addresses(about ...any) []any {
	for _, a := range h.config.Addresses() {
		switch l := h.at[a.Key]; {
		case l == nil:
		case a.Web:
			about = append(about, a.Log, h.at.URL(a.Key))
		default:
			about = append(about, a.Log, l.Addr().String())
		}
	}
	return about
}

// startNetworks makes the platforms of all networks that are enabled.
func (h *hosting) startNetworks(b *bot.Bot, keys []tables.SigningKey, figures *metrics.Metrics) (all []chat.Platform, err error) {
	services := driver.Services{Materials: b.Materials, Log: b.Log, Metrics: figures, Now: b.Now, Language: h.config.Language,
		Vocabularies: b.Vocabularies(), Listen: h.at.Lend, Shared: stores.IsDatabase(h.config.Data)}
	for _, k := range keys {
		services.Keys = append(services.Keys, driver.PublicKey{Key: k.Key.String(), Since: k.Since})
	}
	for _, n := range h.config.Networks {
		if !n.Enabled() {
			continue
		}
		p, err := n.Start(services)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}
