package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/discord"
	"tarockbot/bot/local"
	"tarockbot/bot/metrics"
	"tarockbot/bot/tables"
	"tarockbot/bot/telegram"
	"tarockbot/engine/fair"
	"tarockbot/render"
	"tarockbot/storage/bolt"
)

// host serves until ctx ends. What it needs is taken in an order in which
// nothing has been changed when an address or the data file can't be had.
func host(ctx context.Context, c call) (err error) {
	if err := c.config.check(); err != nil {
		return err
	}
	log := newLog(c.err, c.config)
	at, err := listen(c.config)
	if err != nil {
		return fail(exitUnavailable, err)
	}
	defer at.close()
	if err := makeDataDir(c); err != nil {
		return err
	}
	store, found, err := openClean(ctx, c.config.Data)
	if err != nil {
		return err
	}
	defer closeStore(store, &err)
	docs, err := c.config.Key.open(store)
	if err != nil {
		return fail(exitConfig, err)
	}
	pictures, err := render.NewStudio()
	if err != nil {
		return err
	}
	key, err := signingKey(c.env, c.config.fairKeyFile(), log)
	if err != nil {
		return fail(exitConfig, err)
	}
	registry := newRegistry()
	found.report(registry, log)
	figures := metrics.New(registry)
	b, err := bot.New(bot.Config{
		Store: docs, Log: log, Random: rand.Reader, Key: key, Now: time.Now,
		Language: c.config.Language, Limits: c.config.Limits, Clocks: c.config.Clocks, Bans: c.config.Bans, Metrics: figures,
		Pictures: pictures, Removals: removalsOf(c.config), Named: namedBy(),
	})
	if err != nil {
		return err
	}
	keys, err := tables.Keys{Store: b.Store}.With(ctx, fair.KeyOf(key), time.Now())
	if err != nil {
		return err
	}
	all, err := platforms(c.config, at, b, keys, figures, b.Log)
	if err != nil {
		return fail(exitConfig, err)
	}
	defer serveControl(ctx, c.config, store, log)()
	defer followKeys(ctx, c.config.Key, docs, log)()
	defer keepBackups(ctx, c.config, store, registry, log)()
	defer serveMonitor(at[httpKey], b, registry, log)()
	if err := announce(c, at, log); err != nil {
		return err
	}
	return runBot(ctx, b, all, log)
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
		*err = errors.Join(*err, fail(exitIO, closed))
	}
}

// announce says that the bot starts, and where.
func announce(c call, at listeners, log *slog.Logger) error {
	about := []any{"version", version(), "data", c.config.Data}
	if page := at[pageKey]; page != nil {
		url := "http://" + page.Addr().String() + "/"
		if _, err := fmt.Fprintf(c.out, "tarockbot is at %s\n", url); err != nil {
			return err
		}
		about = append(about, "url", url)
	}
	if monitor := at[httpKey]; monitor != nil {
		about = append(about, "monitor", "http://"+monitor.Addr().String()+"/")
	}
	if webhook := at[webhookKey]; webhook != nil {
		about = append(about, "webhook", webhook.Addr().String())
	}
	log.Info("started", about...)
	return nil
}

// platforms are all that people can play on: the networks that there is a
// token for, and the page.
func platforms(c Config, at listeners, b *bot.Bot, keys []tables.SigningKey, figures *metrics.Metrics, log *slog.Logger) (all []chat.Platform, err error) {
	vocabularies, err := command.Vocabularies()
	if err != nil {
		return nil, err
	}
	add := func(p chat.Platform, failed error) {
		all, err = append(all, p), cmp.Or(err, failed)
	}
	if d := c.Discord; d.Token != "" {
		d.Vocabularies, d.Notes, d.Log, d.Metrics, d.Icons = vocabularies, b.Notes("discord"), log, figures, b.Icons
		add(discord.New(d))
	}
	if t := c.Telegram; t.Token != "" {
		t.Webhook.Listener = at[webhookKey]
		t.Vocabularies, t.Notes, t.Log, t.Metrics = vocabularies, b.Notes("telegram"), log, figures
		add(telegram.New(t))
	}
	if p := c.Page; at[pageKey] != nil {
		p.Listener, p.Vocabularies, p.Language = at[pageKey], vocabularies, c.Language
		p.Notes, p.Log, p.Metrics, p.Faces, p.AppIcon, p.Glossary = b.Notes("local"), log, figures, b.Faces, b.AppIcon, b.Glossary
		addCheck(&p, keys)
		add(local.New(p))
	}
	return all, err
}

// listeners are where the process listens, by the address's key; none where it doesn't.
type listeners map[string]net.Listener

// listen opens all addresses or none.
func listen(c Config) (listeners, error) {
	at := make(listeners)
	for _, a := range c.addresses() {
		if a.text == "" {
			continue
		}
		l, err := net.Listen("tcp", a.text)
		if err != nil {
			at.close()
			if errors.Is(err, syscall.EADDRINUSE) {
				return nil, fmt.Errorf("%s is in use already; choose another port, or let any free one be taken with --%s 127.0.0.1:0", a.text, a.key)
			}
			return nil, fmt.Errorf("%s: %w", a.key, err)
		}
		at[a.key] = l
	}
	return at, nil
}

func (at listeners) close() {
	for _, l := range at {
		_ = l.Close() // who serves there has closed it if it came to that
	}
}

// newLog makes the operator's log.
func newLog(w io.Writer, c Config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// makeDataDir makes the user's data directory if that is where the data is. A
// directory that the operator named must be there: it may be a mistake.
func makeDataDir(c call) error {
	dir, err := dataDir(c.env, runtime.GOOS)
	if err != nil || filepath.Dir(c.config.Data) != dir {
		return nil
	}
	return fail(exitIO, os.MkdirAll(dir, 0o700))
}

// startServer lets the server answer until the returned function is called. That
// one waits for what is being answered, but not longer than patience. Whoever
// asks is told if the server ends by itself.
func startServer(server *http.Server, l net.Listener, patience time.Duration, ended func(error)) (stop func()) {
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			ended(err)
		}
	})
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close() // what is left isn't waited for
		}
		serving.Wait()
	}
}

// The monitor tells machines how the bot is doing: /healthz whether the
// process should live on, /readyz whether people can play, /metrics figures.
// It holds no secrets, but isn't made for strangers.

// newRegistry holds the figures of the process.
func newRegistry() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// serveMonitor answers until the returned function is called; without a
// listener nobody asks.
func serveMonitor(l net.Listener, b *bot.Bot, registry *prometheus.Registry, log *slog.Logger) (stop func()) {
	if l == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", check(b.Alive))
	mux.Handle("GET /readyz", check(b.Ready))
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), Timeout: 10 * time.Second,
	}))
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      20 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return startServer(server, l, 2*time.Second, func(err error) { log.Error("no more checks and figures", "err", err) })
}

// check answers with 200, or with 503 and what is wrong.
func check(ask func(context.Context) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		text := "ok"
		if err := ask(r.Context()); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			text = oneLine(err)
		}
		_, _ = fmt.Fprintln(w, text) // whoever asked may have gone
	})
}
