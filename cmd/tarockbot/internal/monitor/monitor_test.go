package monitor

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot"
	"tarockbot/storage/memory"
)

func TestCheckTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, rec := time.Now(), httptest.NewRecorder()
		check(func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if took := time.Since(began); rec.Code != http.StatusServiceUnavailable || took > time.Second {
			t.Errorf("got status %d after %v, want 503 within a second", rec.Code, took)
		}
	})
}

func TestServe(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := New()
	defer m.Serve(l, slog.New(slog.DiscardHandler))()
	New().Serve(nil, nil)()
	wantAnswer := func(path string, code int, wantText string) {
		t.Helper()
		response, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != code || !strings.Contains(string(text), wantText) {
			t.Errorf("%s: got %s, want %d and %q; %v\n%s", path, response.Status, code, wantText, err, text)
		}
	}
	wantAnswer("/", http.StatusNotFound, "")
	wantAnswer("/healthz", http.StatusOK, "ok\n")
	wantAnswer("/readyz", http.StatusServiceUnavailable, "starting\n")
	m.SetWaiting("standing by")
	wantAnswer("/readyz", http.StatusServiceUnavailable, "standing by\n")
	wantAnswer("/metrics", http.StatusOK, "\ntarockbot_acting 0\n")

	b, err := bot.New(bot.Config{Store: memory.New(), Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: time.Now, Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_of_the_bot"}))
	stop := m.Watch(b, registry)
	wantAnswer("/readyz", http.StatusServiceUnavailable, "still being read")
	for _, wantText := range []string{"\ntarockbot_acting 1\n", "\ntarockbot_of_the_bot 0\n", "\ngo_goroutines ", "\nprocess_start_time_seconds "} {
		wantAnswer("/metrics", http.StatusOK, wantText)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	_ = b.Run(ctx)
	wantAnswer("/healthz", http.StatusServiceUnavailable, "")
	m.ExpectSuccessor()
	wantAnswer("/healthz", http.StatusOK, "ok\n")
	stop()
	wantAnswer("/readyz", http.StatusServiceUnavailable, "standing by\n")
}
