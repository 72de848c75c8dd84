package node

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/monitor"
)

type slowSource struct {
	begin func()
	ended func()
}

func (s slowSource) Backup(ctx context.Context, _ string, _ func(string) error) error {
	s.begin()
	<-ctx.Done()
	s.ended()
	return ctx.Err()
}

type fullOutput struct{ begun <-chan struct{} }

var errFull = errors.New("no room")

func (f fullOutput) Write([]byte) (int, error) {
	<-f.begun
	return 0, errFull
}

// TestReleaseFirst checks that the lease is released without waiting for a running backup.
func TestReleaseFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := loadConfig(t, "--data", filepath.Join(dir, "tarock.db"), "--local.listen", "127.0.0.1:0", "--backup.every", "1h")
	at, err := listen.Open(c.Addresses())
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	begun, released, inTime := make(chan struct{}), false, false
	h := &host{config: c, out: fullOutput{begun}, log: slog.New(slog.DiscardHandler), at: at, monitor: monitor.New()}
	err = h.runTerm(t.Context(), &term{
		access:   access{source: slowSource{sync.OnceFunc(func() { close(begun) }), func() { inTime = released }}, release: func() { released = true }},
		registry: prometheus.NewRegistry(),
	})
	if !errors.Is(err, errFull) || !inTime {
		t.Errorf("got %v; released before the backup ended: %t", err, inTime)
	}
}
