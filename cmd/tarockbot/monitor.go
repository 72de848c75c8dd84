package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tarockbot/bot"
)

// The monitor tells machines how the bot is doing: /healthz whether the
// process should live on, /readyz whether people can play, /metrics figures.
// It holds no secrets, but isn't made for strangers.

// The monitor's patience.
const (
	monitorHeaderTime = 5 * time.Second
	monitorReadTime   = 10 * time.Second
	monitorWriteTime  = 20 * time.Second
	monitorIdleTime   = 2 * time.Minute
	monitorStopTime   = 2 * time.Second
)

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
	server := &http.Server{
		Handler:           monitor(b, registry, log),
		ReadHeaderTimeout: monitorHeaderTime, ReadTimeout: monitorReadTime,
		WriteTimeout: monitorWriteTime, IdleTimeout: monitorIdleTime,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return startServer(server, l, monitorStopTime, func(err error) { log.Error("no more checks and figures", "err", err) })
}

func monitor(b *bot.Bot, registry *prometheus.Registry, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", check(b.Alive))
	mux.Handle("GET /readyz", check(b.Ready))
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), Timeout: monitorReadTime,
	}))
	return mux
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
