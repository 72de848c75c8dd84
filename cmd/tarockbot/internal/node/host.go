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
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/engine/fair"
	"tarockbot/render"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// Serve serves a bot until ctx ends and prints the page's address to out. It opens all addresses before
// it touches the data.
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
	h := &host{config: c, out: out, log: log, at: at, pictures: pictures, monitor: monitor.New()}
	defer h.monitor.Serve(at[config.MonitorKey], log)()
	if stores.IsDatabase(c.Data) {
		return h.serveNode(ctx)
	}
	return h.serveFile(ctx)
}

// host holds the resources that a process keeps from one term to the next.
type host struct {
	config      config.Config
	out         io.Writer
	log         *slog.Logger
	at          listen.Listeners
	pictures    *render.Studio
	monitor     *monitor.Monitor
	lastPrinted string // format of the last printAddress
}

// term holds one bot and the parts that it needs to act. A process begins another term after it has lost the lease.
type term struct {
	store        storage.Store
	copier       backup.Copier
	key          ed25519.PrivateKey
	allowCommits func(*postgres.Lease) // lets the store commit; nil if the store needs no lease
	now          func() time.Time      // see bot.Config
	acting       func() bool           // see bot.Config
	release      func()                // closes the store and releases the lease; does nothing without a lease
	registry     *prometheus.Registry

	// Set by prepare.
	docs      *sealed.Store
	bot       *bot.Bot
	platforms []chat.Platform
}

// serveFile serves the bot of a data file, and locks the file.
func (h *host) serveFile(ctx context.Context) (err error) {
	if _, err := h.config.Key.ReadRequired(); err != nil { // before new files are made
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
	t := term{store: store, copier: store, key: key, now: time.Now, release: func() {}, registry: prometheus.NewRegistry()}
	found.Report(t.registry, h.log)
	defer backup.ServeRequests(ctx, h.config, store, h.log)()
	if err := h.prepare(ctx, &t); err != nil {
		return err
	}
	return h.act(ctx, &t)
}

// prepare makes the bot of the term and its platforms. It only reads the data.
func (h *host) prepare(ctx context.Context, t *term) error {
	docs, err := h.config.Key.SealedStore(t.store)
	if err != nil {
		return exit.With(exit.Config, err)
	}
	privacy, err := h.config.Privacy()
	if err != nil {
		return exit.With(exit.Config, fmt.Errorf("operator.privacy: %w", err))
	}
	figures := metrics.New(t.registry)
	b, err := bot.New(bot.Config{
		Store: docs, Log: h.log, Random: rand.Reader, Key: t.key, Now: t.now, Acting: t.acting, Over: t.release,
		Language: h.config.Language, Limits: h.config.Limits, Clocks: h.config.Clocks, Bans: h.config.Bans, NoStakes: h.config.NoStakes, Metrics: figures,
		Pictures: h.pictures, Removals: h.config.RemovalsList(), Named: networks.NamedBy(), Privacy: privacy,
	})
	if err != nil {
		return err
	}
	keys, err := tables.Keys{Store: b.Documents()}.With(ctx, fair.KeyOf(t.key), t.now())
	if err != nil {
		return err
	}
	all, err := h.startNetworks(b, keys, figures)
	t.docs, t.bot, t.platforms = docs, b, all
	return exit.With(exit.Config, err)
}

// act lets the term's bot serve until ctx ends or the bot fails.
func (h *host) act(ctx context.Context, t *term) error {
	// Deferred calls run in reverse order: the lease is released first, because the others may take long.
	defer stores.FollowKeys(ctx, h.config.Key, t.docs, h.log)()
	defer backup.StartSchedule(ctx, h.config, t.copier, t.registry, h.log)()
	defer h.monitor.Watch(t.bot, t.registry)()
	if err := h.printAddress(actingFormat); err != nil {
		return err
	}
	h.log.Info("started", h.addresses("version", version.Text(), "data", stores.WithoutPassword(h.config.Data))...)
	defer t.release()
	if err := unlessEnded(ctx, t.bot.Run(ctx, t.platforms...)); err != nil {
		return err
	}
	h.log.Info("stopped")
	return nil
}

// unlessEnded returns nil if the error only means that ctx has ended, and else the error.
func unlessEnded(ctx context.Context, err error) error {
	if errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// closeStore closes the store and joins its error to err.
func closeStore(store *bolt.Store, err *error) {
	closed := store.Close()
	if !errors.Is(*err, bolt.ErrMoved) { // else Close returns it again
		*err = errors.Join(*err, exit.With(exit.IO, closed))
	}
}

// The lines that printAddress prints while a bot acts and while the process stands by.
const (
	actingFormat  = "tarockbot is at %s\n"
	standbyFormat = "tarockbot stands by at %s and answers 503 until it acts\n"
)

// printAddress prints the page's address in the format, unless that was the last one.
func (h *host) printAddress(format string) error {
	for _, a := range h.config.Addresses() {
		if a.Key == config.MonitorKey || !a.Web || h.at[a.Key] == nil || h.lastPrinted == format {
			continue
		}
		h.lastPrinted = format
		if _, err := fmt.Fprintf(h.out, format, h.at.URL(a.Key)); err != nil {
			return err
		}
	}
	return nil
}

// addresses appends this process's addresses to the attributes of a log line.
func (h *host) addresses(attrs ...any) []any {
	for _, a := range h.config.Addresses() {
		switch l := h.at[a.Key]; {
		case l == nil:
		case a.Web:
			attrs = append(attrs, a.Log, h.at.URL(a.Key))
		default:
			attrs = append(attrs, a.Log, l.Addr().String())
		}
	}
	return attrs
}

// startNetworks makes the platforms of all enabled networks.
func (h *host) startNetworks(b *bot.Bot, keys []tables.SigningKey, figures *metrics.Metrics) (all []chat.Platform, err error) {
	services := driver.Services{Materials: b.Materials, Log: b.Materials.Log, Metrics: figures, Now: b.Materials.Now, Language: h.config.Language,
		Vocabularies: b.Materials.Vocabularies(), Listen: h.at.Lend, Shared: stores.IsDatabase(h.config.Data)}
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
