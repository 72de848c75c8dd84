// Package monitor serves health checks and metrics of the process.
package monitor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tarockbot/bot"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/report"
)

// Monitor answers /healthz (should the process live on?), /readyz (can people play here?) and /metrics.
type Monitor struct {
	registry         *prometheus.Registry
	acting           atomic.Pointer[actingBot]
	waitingReason    atomic.Value // a string
	expectsSuccessor atomic.Bool
}

type actingBot struct {
	*bot.Bot
	prometheus.Gatherer
}

// New returns the monitor of a starting process.
func New() *Monitor {
	m := &Monitor{registry: prometheus.NewRegistry()}
	m.SetWaiting("starting")
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_acting", Help: "Whether a bot acts in this process: 1, or 0 while it starts or stands by."}, m.actingGauge))
	return m
}

func (m *Monitor) actingGauge() float64 {
	if m.acting.Load() == nil {
		return 0
	}
	return 1
}

// SetWaiting sets the reason why no bot acts here yet.
func (m *Monitor) SetWaiting(reason string) { m.waitingReason.Store(reason) }

// ExpectSuccessor keeps the process alive after its bot has ended, because another bot follows.
func (m *Monitor) ExpectSuccessor() { m.expectsSuccessor.Store(true) }

// Watch makes the monitor report on the bot until stop is called.
func (m *Monitor) Watch(b *bot.Bot, metrics prometheus.Gatherer) (stop func()) {
	m.acting.Store(&actingBot{b, metrics})
	return func() { m.acting.Store(nil) }
}

// CheckAlive returns the reason why the process should be restarted, or nil.
func (m *Monitor) CheckAlive(ctx context.Context) error {
	if b := m.acting.Load(); b != nil && !m.expectsSuccessor.Load() {
		return b.Alive(ctx)
	}
	return nil
}

// CheckReady returns the reason why people can't play here, or nil.
func (m *Monitor) CheckReady(ctx context.Context) error {
	if b := m.acting.Load(); b != nil {
		return b.Ready(ctx)
	}
	return errors.New(m.waitingReason.Load().(string))
}

func (m *Monitor) metrics(log *slog.Logger) http.HandlerFunc {
	opts := promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), Timeout: 10 * time.Second}
	return func(w http.ResponseWriter, r *http.Request) {
		all := prometheus.Gatherers{m.registry}
		if b := m.acting.Load(); b != nil {
			all = append(all, b)
		}
		promhttp.HandlerFor(all, opts).ServeHTTP(w, r)
	}
}

// Serve answers requests until stop is called. l may be nil.
func (m *Monitor) Serve(l net.Listener, log *slog.Logger) (stop func()) {
	if l == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", check(m.CheckAlive))
	mux.Handle("GET /readyz", check(m.CheckReady))
	mux.HandleFunc("GET /metrics", m.metrics(log))
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      20 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return listen.Serve(server, l, 2*time.Second, func(err error) { log.Error("health checks and metrics have stopped", "err", err) })
}

// Most clients of health checks give up after a second.
const checkTime = 900 * time.Millisecond

func check(ask func(context.Context) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		ctx, cancel := context.WithTimeout(r.Context(), checkTime)
		defer cancel()
		text := "ok"
		if err := ask(ctx); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			text = report.ErrorLine(err)
		}
		_, _ = fmt.Fprintln(w, text)
	})
}
