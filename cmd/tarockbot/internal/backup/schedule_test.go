package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/platform/double"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/storage/bolt"
)

var emptyFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "tarockbot")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the system deletes it later
	path := filepath.Join(dir, "empty.db")
	store, err := bolt.Open(path)
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func putEmpty(t *testing.T, paths ...string) {
	t.Helper()
	data, err := emptyFile()
	for _, path := range paths {
		err = errors.Join(err, os.WriteFile(path, data, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// cancellingSource is a Source that cancels the bot's context during a backup.
type cancellingSource struct {
	cancel context.CancelFunc
	n      int // backups begun
}

func (e *cancellingSource) Backup(ctx context.Context, _ string, _ func(string) error) error {
	e.n++
	e.cancel()
	return ctx.Err()
}

func TestNoBackupAfterEnd(t *testing.T) {
	t.Parallel()
	for range 50 { // each attempt may pass by chance
		ctx, cancel := context.WithCancel(t.Context())
		store := &cancellingSource{cancel: cancel}
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3}}
		newSchedule(c, store, slog.New(slog.DiscardHandler)).run(ctx)
		if store.n != 1 {
			t.Fatalf("got %d backups begun, want 1", store.n)
		}
	}
}

func TestDropOldWithoutDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	c := config.Config{Data: "postgres://user@host/tarock"}
	old := filepath.Join(filepath.Dir(c.Data), "backups", "tarock."+time.Now().Add(-100*24*time.Hour).UTC().Format(backupTime))
	if err := os.MkdirAll(filepath.Dir(old), 0o700); err != nil {
		t.Fatal(err)
	}
	putEmpty(t, old)
	var log double.Log
	DropOld(c, time.Now(), slog.New(slog.NewTextHandler(&log, nil)))
	if _, err := os.Stat(old); err != nil || log.String() != "" {
		t.Errorf("a foreign file or the log changed: %v\n%s", err, &log)
	}
}

func TestBackupUnreadableForNow(t *testing.T) {
	t.Parallel()
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "elsewhere")
	c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 1, Dir: dir}}
	pathAt := func(ago time.Duration) string {
		return filepath.Join(dir, "tarock.db."+time.Now().Add(-ago).UTC().Format(backupTime))
	}
	readable := pathAt(2 * time.Hour)
	putEmpty(t, readable)
	if err := errors.Join(os.Symlink(elsewhere, elsewhere), os.Symlink(elsewhere, pathAt(time.Hour))); err != nil {
		t.Fatal(err)
	}
	var log double.Log
	s := newSchedule(c, new(fakeSource), slog.New(slog.NewTextHandler(&log, nil)))
	for range 2 {
		s.step(t.Context())
	}
	if _, err := os.Stat(readable); err != nil || strings.Count(log.String(), "can't be checked") != 2 {
		t.Fatalf("the sound backup must stay: %v\n%s", err, &log)
	}
	if err := os.Remove(elsewhere); err != nil {
		t.Fatal(err)
	}
	putEmpty(t, elsewhere)
	s.step(t.Context())
	if _, err := os.Stat(readable); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the older backup must go, because the newer one counts now: %v\n%s", err, &log)
	}
}

func metricValue(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	all, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue() + f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("there is no metric %s", name)
	return 0
}

func TestLastBackupAtStart(t *testing.T) {
	t.Parallel()
	dir, made := t.TempDir(), time.Now().Add(-time.Hour)
	c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3, Dir: dir}}
	for _, at := range []time.Time{made.Add(-time.Hour), made, made.Add(24 * time.Hour)} { // the last time is in the future
		putEmpty(t, filepath.Join(dir, "tarock.db."+at.UTC().Format(backupTime)))
	}
	registry := prometheus.NewRegistry()
	ctx, cancel := context.WithCancel(t.Context())
	s := newSchedule(c, &cancellingSource{cancel: cancel}, slog.New(slog.DiscardHandler))
	s.register(registry)
	for _, when := range []string{"at the start", "at the end"} {
		if got := metricValue(t, registry, "tarockbot_backup_last_success_timestamp_seconds"); got != float64(made.Unix()) {
			t.Errorf("%s: got the last backup at %v, want %v", when, got, made.Unix())
		}
		cancel()
		s.step(ctx)
	}
}
