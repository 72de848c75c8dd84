package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/platform/double"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// empty returns a data file without documents.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "tarockbot")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the system clears it away later
	path := filepath.Join(dir, "empty.db")
	store, err := bolt.Open(path, bolt.Options{})
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// putEmpty writes data files without documents.
func putEmpty(t *testing.T, paths ...string) {
	t.Helper()
	data, err := empty()
	for _, path := range paths {
		err = errors.Join(err, os.WriteFile(path, data, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// copies is a store whose backups have no documents. The next left of them fail with why.
type copies struct {
	takes time.Duration // a backup's time

	mu   sync.Mutex
	left int
	why  error
}

// fail lets the next backups fail with the error, as many as times.
func (c *copies) fail(times int, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left, c.why = times, why
}

func (c *copies) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == 0 {
		return nil
	}
	c.left--
	return c.why
}

// failing returns a store whose next backups fail with the error, as many as times.
func failing(times int, why error) *copies { return &copies{left: times, why: why} }

var errNoRoom = errors.New("no room")

func (c *copies) Backup(_ context.Context, path string, check func(string) error) error {
	if err := c.failure(); err != nil {
		return err
	}
	if check == nil {
		return errors.New("nobody checks it")
	}
	<-time.After(c.takes)
	data, err := empty()
	return errors.Join(err, os.WriteFile(path, data, 0o600))
}

// TestBackupsByThemselves checks that a backup is made when it is due, even if the bot was down then. The
// newest are kept unless they are too old. A failure is logged in one line and tried again.
func TestBackupsByThemselves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		c := config.Config{Data: filepath.Join(dir, "tarock2.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3}}
		var log double.Log
		store, registry := new(copies), prometheus.NewRegistry()
		begin := func() (stop func()) {
			registry = prometheus.NewRegistry()
			return StartSchedule(t.Context(), c, store, registry, slog.New(slog.NewTextHandler(&log, nil)))
		}
		there := func() (names []string) {
			entries, err := os.ReadDir(filepath.Join(dir, "backups"))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return names
		}
		name := func(at time.Time) string { return "tarock2.db." + at.UTC().Format(backupTime) }
		start := time.Now()
		stop := begin()
		synctest.Wait()
		if got, want := there(), []string{name(start)}; !slices.Equal(got, want) {
			t.Fatalf("at once there are %v, want %v", got, want)
		}
		other := filepath.Join(dir, "backups", "tarock2.db.by-hand")
		if err := os.WriteFile(other, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		day := 24 * time.Hour
		<-time.After(4*day + time.Hour)
		if got, want := there(), []string{name(start.Add(2 * day)), name(start.Add(3 * day)), name(start.Add(4 * day)), filepath.Base(other)}; !slices.Equal(got, want) {
			t.Errorf("after four days there are %v, want %v", got, want)
		}
		stop()
		<-time.After(26*day + time.Hour) // nobody is there, and two get too old soon
		store.fail(2, errNoRoom)
		stop = begin()
		synctest.Wait()
		if figure(t, registry, "tarockbot_backup_failures_total") != 1 || figure(t, registry, "tarockbot_backup_age_seconds") < (26*day).Seconds() {
			t.Errorf("%v failed", figure(t, registry, "tarockbot_backup_failures_total"))
		}
		<-time.After(2*time.Hour + time.Minute)
		stop()
		if n := strings.Count(log.String(), "no backup made"); n != 2 {
			t.Errorf("two failures are told %d times:\n%s", n, log.String())
		}
		made := start.Add(30*day + 4*time.Hour)
		if got, want := there(), []string{name(start.Add(3 * day)), name(start.Add(4 * day)), name(made), filepath.Base(other)}; !slices.Equal(got, want) {
			t.Errorf("then there are %v, want %v", got, want)
		}
		if got := figure(t, registry, "tarockbot_backup_last_success_timestamp_seconds"); got != float64(made.Unix()) {
			t.Errorf("the last was made at %v, want %v", got, made.Unix())
		}
		<-time.After(40 * day)
		begin()()
		stop = begin()
		<-time.After(time.Minute)
		stop()
		if got := there(); len(got) != 1+c.Backups.Keep || slices.Contains(got, name(start.Add(3*day))) {
			t.Errorf("after a long time there are %v", got)
		}
	})
}

// ending is a store whose bot ends while a backup is made.
type ending struct {
	end context.CancelFunc
	n   int // backups begun
}

func (e *ending) Backup(ctx context.Context, _ string, _ func(string) error) error {
	e.n++
	e.end()
	return ctx.Err()
}

// TestNoBackupAfterEnd checks that no other backup begins after the bot has ended.
func TestNoBackupAfterEnd(t *testing.T) {
	t.Parallel()
	for range 50 { // each try may succeed by chance
		ctx, end := context.WithCancel(t.Context())
		store := &ending{end: end}
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3}}
		newSchedule(c, store, slog.New(slog.DiscardHandler)).run(ctx)
		if store.n != 1 {
			t.Fatalf("%d backups were begun", store.n)
		}
	}
}

// pass lets time pass, and waits until the schedule has done its work.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// TestFullDiskForBackups checks that a full disk is logged once until it has room again.
func TestFullDiskForBackups(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3}}
		var log double.Log
		store, registry := failing(5, storage.ErrFull), prometheus.NewRegistry()
		defer StartSchedule(t.Context(), c, store, registry, slog.New(slog.NewTextHandler(&log, nil)))()
		for times := range 2 {
			pass(10 * time.Hour)
			if n := strings.Count(log.String(), "no backup made"); n != times+1 {
				t.Errorf("full for the %d. time, it was told %d times:\n%s", times+1, n, log.String())
			}
			store.fail(5, storage.ErrFull)
			pass(24 * time.Hour)
		}
		if n := figure(t, registry, "tarockbot_backup_failures_total"); n != 15 {
			t.Errorf("%v have failed", n)
		}
	})
}

// TestOtherFaultOfFullDisk checks that another error is logged while the disk is full.
func TestOtherFaultOfFullDisk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3}}
		var log double.Log
		store := failing(100, storage.ErrFull)
		defer StartSchedule(t.Context(), c, store, prometheus.NewRegistry(), slog.New(slog.NewTextHandler(&log, nil)))()
		pass(150 * time.Minute)
		store.fail(100, errors.New("a torn page"))
		pass(time.Hour)
		if n := strings.Count(log.String(), "no backup made"); n != 2 || !strings.Contains(log.String(), "a torn page") {
			t.Errorf("two reasons are told %d times:\n%s", n, log.String())
		}
	})
}

// TestNoDirectory checks that old backups of a database are searched for in no directory if none is set.
func TestNoDirectory(t *testing.T) {
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
		t.Errorf("another's file: %v\n%s", err, &log)
	}
}

// TestPruneWhileDue checks that old backups are deleted while each backup is due at once, because it fails or because
// it takes longer than the time between two.
func TestPruneWhileDue(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]*copies{"all fail": failing(1000, storage.ErrFull), "all are slow": {takes: 2 * time.Minute}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: time.Minute, Keep: 2, Dir: dir}}
				for n := range 5 {
					putEmpty(t, filepath.Join(dir, "tarock.db."+time.Now().Add(-time.Duration(n+2)*time.Hour).UTC().Format(backupTime)))
				}
				defer StartSchedule(t.Context(), c, store, prometheus.NewRegistry(), slog.New(slog.DiscardHandler))()
				pass(9 * time.Minute)
				if entries, err := os.ReadDir(dir); err != nil || len(entries) != c.Backups.Keep {
					t.Errorf("there are %v, want %d (%v)", entries, c.Backups.Keep, err)
				}
			})
		})
	}
}

// TestOldBackupsGo checks that an old backup is deleted if no backups are wanted, and kept until newer
// ones exist if all fail. The start deletes the files of killed backups.
func TestOldBackupsGo(t *testing.T) {
	for name, every := range map[string]time.Duration{"none wanted": 0, "all fail": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: every, Keep: 3, Dir: dir}}
				old := "tarock.db." + time.Now().Add(-29*24*time.Hour).UTC().Format(backupTime)
				there := func(name string) bool {
					_, err := os.Stat(filepath.Join(dir, name))
					return err == nil
				}
				rest, other := old+".unfinished-backup-123", "other.db.20260102T030405Z.unfinished-backup-123"
				for _, name := range []string{old, rest, other, "tarock.db.unfinished-backup-123"} {
					putEmpty(t, filepath.Join(dir, name))
				}
				var log double.Log
				store := failing(1000, errNoRoom)
				stop := StartSchedule(t.Context(), c, store, prometheus.NewRegistry(), slog.New(slog.NewTextHandler(&log, nil)))
				defer stop()
				synctest.Wait()
				if !there(old) || there(rest) || !there(other) || !there("tarock.db.unfinished-backup-123") {
					t.Errorf("at the start the old one is there: %v, the rest: %v, others: %v", there(old), there(rest), there(other))
				}
				pass(2*24*time.Hour + time.Minute)
				if there(old) != (every > 0) {
					t.Errorf("after two days the old one is there: %v\n%s", there(old), &log)
				}
				store.fail(0, nil)
				pass(2 * time.Hour)
				if there(old) != (every > 0) {
					t.Errorf("after a newer one the old one is there: %v\n%s", there(old), &log)
				}
				pass(time.Duration(c.Backups.Keep) * every)
				if there(old) {
					t.Errorf("after enough newer ones it is still there:\n%s", &log)
				}
			})
		})
	}
}

// TestBackupOfTheFuture checks that a backup dated in the future delays no other and takes no newer one's
// place. It is deleted once a newer one exists.
func TestBackupOfTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 1, Dir: dir}}
		name := func(at time.Time) string { return "tarock.db." + at.UTC().Format(backupTime) }
		start, future := time.Now(), time.Now().Add(365*24*time.Hour)
		putEmpty(t, filepath.Join(dir, name(future)))
		there := func() (names []string) {
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return names
		}
		store := failing(1, errNoRoom)
		stop := StartSchedule(t.Context(), c, store, prometheus.NewRegistry(), slog.New(slog.DiscardHandler))
		defer stop()
		synctest.Wait()
		if got, want := there(), []string{name(future)}; !slices.Equal(got, want) {
			t.Errorf("before a newer one is made there are %v, want %v", got, want)
		}
		pass(time.Hour + time.Minute)
		if got, want := there(), []string{name(start.Add(time.Hour))}; !slices.Equal(got, want) {
			t.Errorf("then there are %v, want %v", got, want)
		}
	})
}

// TestBrokenBackupIsNone checks that an unsound file with a backup's name delays no backup and replaces
// none.
func TestBrokenBackupIsNone(t *testing.T) {
	for name, every := range map[string]time.Duration{"none wanted": 0, "one a day": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, day := t.TempDir(), 24*time.Hour
				c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: every, Keep: 1, Dir: dir}}
				at := func(ago time.Duration) string {
					return filepath.Join(dir, "tarock.db."+time.Now().Add(-ago).UTC().Format(backupTime))
				}
				there := func(path string) bool {
					_, err := os.Stat(path)
					return err == nil
				}
				good, broken := at(23*time.Hour), at(time.Hour)
				putEmpty(t, good)
				if err := os.WriteFile(broken, nil, 0o600); err != nil {
					t.Fatal(err)
				}
				var log double.Log
				stop := StartSchedule(t.Context(), c, new(copies), prometheus.NewRegistry(), slog.New(slog.NewTextHandler(&log, nil)))
				defer stop()
				synctest.Wait()
				if !there(good) || !there(broken) {
					t.Errorf("at the start the good one is there: %v, the broken: %v\n%s", there(good), there(broken), &log)
				}
				<-time.After(2 * time.Hour)
				if made := strings.Count(log.String(), "backup made"); made == 1 != (every > 0) || there(good) != (every == 0) || !there(broken) {
					t.Errorf("when it is due %d are made; the good one is there: %v, the broken: %v\n%s", made, there(good), there(broken), &log)
				}
				<-time.After(32 * day)
				if n := strings.Count(log.String(), "not sound"); n != 1 || there(broken) {
					t.Errorf("it is told %d times; after a month it is there: %v\n%s", n, there(broken), &log)
				}
			})
		})
	}
}

// TestBackupUnreadableForNow checks that a backup that can't be read now takes no sound one's place, and that the next
// step reads it again.
func TestBackupUnreadableForNow(t *testing.T) {
	t.Parallel()
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "elsewhere")
	c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 1, Dir: dir}}
	at := func(ago time.Duration) string {
		return filepath.Join(dir, "tarock.db."+time.Now().Add(-ago).UTC().Format(backupTime))
	}
	readable := at(2 * time.Hour)
	putEmpty(t, readable)
	if err := errors.Join(os.Symlink(elsewhere, elsewhere), os.Symlink(elsewhere, at(time.Hour))); err != nil { // a link to itself
		t.Fatal(err)
	}
	var log double.Log
	s := newSchedule(c, new(copies), slog.New(slog.NewTextHandler(&log, nil)))
	for range 2 {
		s.step(t.Context())
	}
	if _, err := os.Stat(readable); err != nil || strings.Count(log.String(), "can't be checked") != 2 {
		t.Fatalf("the sound backup: %v\n%s", err, &log)
	}
	if err := os.Remove(elsewhere); err != nil {
		t.Fatal(err)
	}
	putEmpty(t, elsewhere)
	s.step(t.Context())
	if _, err := os.Stat(readable); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the newer one is still no backup: %v\n%s", err, &log)
	}
}

// TestClockOfBackupsJumps checks a clock by which all backups are too old after a restart. The sound ones
// stay until enough newer ones exist.
func TestClockOfBackupsJumps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, day := t.TempDir(), 24*time.Hour
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: day, Keep: 4, Dir: dir}}
		for n := range 4 {
			putEmpty(t, filepath.Join(dir, "tarock.db."+time.Now().Add(-500*day-time.Duration(n)*day).UTC().Format(backupTime)))
		}
		broken := filepath.Join(dir, "tarock.db."+time.Now().Add(-499*day).UTC().Format(backupTime))
		if err := os.WriteFile(broken, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		defer StartSchedule(t.Context(), c, new(copies), prometheus.NewRegistry(), slog.New(slog.DiscardHandler))()
		for days := range 5 {
			synctest.Wait()
			old, err := filepath.Glob(filepath.Join(dir, "*."+time.Now().Add(-500*day).Format("2006")+"*"))
			if err != nil {
				t.Fatal(err)
			}
			if want := max(0, 3-days); len(old) != want || slices.Contains(old, broken) {
				t.Errorf("after %d days of the new time the old ones are %q, want %d", days, old, want)
			}
			pass(day)
		}
	})
}

// TestOldBackupOfTheFuture checks that a backup dated in the future is deleted when its file is too old
// and a newer backup exists.
func TestOldBackupOfTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, now := t.TempDir(), time.Now()
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 1, Dir: dir}}
		future := filepath.Join(dir, "tarock.db."+now.Add(365*24*time.Hour).UTC().Format(backupTime))
		putEmpty(t, future)
		made := now.Add(-31 * 24 * time.Hour)
		if err := os.Chtimes(future, made, made); err != nil {
			t.Fatal(err)
		}
		defer StartSchedule(t.Context(), c, failing(1, errNoRoom), prometheus.NewRegistry(), slog.New(slog.DiscardHandler))()
		synctest.Wait()
		if _, err := os.Stat(future); err != nil {
			t.Errorf("before a newer one is made: %v", err)
		}
		<-time.After(time.Hour + time.Minute)
		if _, err := os.Stat(future); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("then it is still there: %v", err)
		}
	})
}

// figure returns the value of a gauge or counter without labels. It fails the test if there is no such
// metric.
func figure(t *testing.T, registry *prometheus.Registry, name string) float64 {
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
	t.Fatalf("there is no figure %s", name)
	return 0
}

// TestLastBackupGone checks that the metric of the newest sound backup doesn't outlive it.
func TestLastBackupGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3, Dir: dir}}
		store, registry, start := new(copies), prometheus.NewRegistry(), time.Now()
		defer StartSchedule(t.Context(), c, store, registry, slog.New(slog.DiscardHandler))()
		synctest.Wait()
		const last = "tarockbot_backup_last_success_timestamp_seconds"
		if got := figure(t, registry, last); got != float64(start.Unix()) {
			t.Errorf("the last was made at %v, want %v", got, start.Unix())
		}
		store.fail(1000, errNoRoom)
		if err := os.Remove(filepath.Join(dir, "tarock.db."+start.UTC().Format(backupTime))); err != nil {
			t.Fatal(err)
		}
		pass(25 * time.Hour)
		if got := figure(t, registry, last); got != 0 {
			t.Errorf("without any the last was made at %v", got)
		}
	})
}

// TestLastBackupAtStart checks that the metrics tell of the newest backup before it is checked, also if the bot ends first.
func TestLastBackupAtStart(t *testing.T) {
	t.Parallel()
	dir, made := t.TempDir(), time.Now().Add(-time.Hour)
	c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3, Dir: dir}}
	for _, at := range []time.Time{made.Add(-time.Hour), made, made.Add(24 * time.Hour)} { // the last is of the future
		putEmpty(t, filepath.Join(dir, "tarock.db."+at.UTC().Format(backupTime)))
	}
	registry := prometheus.NewRegistry()
	ctx, end := context.WithCancel(t.Context())
	s := newSchedule(c, &ending{end: end}, slog.New(slog.DiscardHandler))
	s.register(registry)
	for _, when := range []string{"at the start", "at the end"} {
		if got := figure(t, registry, "tarockbot_backup_last_success_timestamp_seconds"); got != float64(made.Unix()) {
			t.Errorf("%s the last was made at %v, want %v", when, got, made.Unix())
		}
		end()
		s.step(ctx)
	}
}
