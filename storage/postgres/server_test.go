package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

type writeLoad struct {
	*testing.T
	ctx    context.Context
	s      *Store
	cancel context.CancelFunc
	wg     sync.WaitGroup
	mu     sync.Mutex
	acked  []storage.Key
	worked chan struct{} // receives a value at each commit, if a test waits for it
}

func startLoad(t *testing.T, s *Store, writers int) *writeLoad {
	t.Helper()
	l := &writeLoad{T: t, s: s, worked: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancel(waittest.Context(t))
	t.Cleanup(func() {
		l.cancel()
		l.wg.Wait()
	})
	for w := range writers {
		l.wg.Go(func() {
			for i := 0; l.ctx.Err() == nil; i++ {
				l.commit(docOf("seen", fmt.Sprint(w, ".", i), 0, "x"))
			}
		})
	}
	return l
}

func (l *writeLoad) commit(d storage.Doc) {
	switch err := l.s.Commit(l.ctx, d); {
	case err == nil:
		l.mu.Lock()
		l.acked = append(l.acked, d.Key)
		l.mu.Unlock()
		select {
		case l.worked <- struct{}{}:
		default:
		}
	case !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, context.Canceled):
		l.Errorf("%v: %v", d.Key, err)
		l.cancel()
	}
}

func (l *writeLoad) waitForCommits(times int) {
	l.Helper()
	for range times {
		waittest.Receive(l.ctx, l, l.worked)
	}
}

func (l *writeLoad) wantRecovery(within time.Duration) {
	l.Helper()
	start := time.Now()
	l.waitForCommits(1)
	waittest.CheckTime(l, "the first commit", time.Since(start), within)
}

func (l *writeLoad) stop() (lost int) {
	l.Helper()
	l.cancel()
	l.wg.Wait()
	found := make(map[string]bool)
	for _, d := range scanAll(l, l.s, "seen") {
		found[d.Key.ID] = true
	}
	for _, key := range l.acked {
		if !found[key.ID] {
			lost++
		}
	}
	l.Logf("%d commits acknowledged, %d lost", len(l.acked), lost)
	if len(l.acked) < 20 {
		l.Errorf("only %d commits were acknowledged", len(l.acked))
	}
	return lost
}

func TestServerKilled(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	s := actingStore(t, c.DSN(t), Options{})
	l := startLoad(t, s, 4)
	h := impatient(s)
	for range *kills {
		l.waitForCommits(20)
		c.Kill(t)
		for name, call := range map[string]func() error{
			"Get": func() error { _, err := h.Get(t.Context(), storage.Key{Kind: "table", ID: "a"}); return err },
			"Scan": func() error {
				for _, err := range h.Scan(t.Context(), "table", "", "") {
					return err
				}
				return nil
			},
			"Commit":  func() error { return h.Commit(t.Context(), docOf("table", "a", 0, "x")) },
			"Acquire": func() error { _, err := h.db.Acquire(t.Context()); return err },
		} {
			start := time.Now()
			storagetest.WantError(t, name, call(), storage.ErrUnavailable)
			waittest.CheckTime(t, name, time.Since(start), 2*shortPatience)
		}
		c.Serve(t)
		l.wantRecovery(2 * time.Second)
	}
	if lost := l.stop(); lost > 0 {
		t.Errorf("%d acknowledged commits are lost", lost)
	}
}

func TestConnectionsUsedUp(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "", "max_connections=8")
	dsn := c.DSN(t)
	s := actingStore(t, dsn, Options{PoolSize: 2})
	commitAll(t, s, docOf("table", "a", 0, "one"))
	stopRenewal(s)
	others := useUpConnections(t, s, dsn)
	storagetest.WantError(t, "Commit", impatient(s).Commit(t.Context(), docOf("table", "a", 1, "two")), storage.ErrUnavailable)
	wantOpenError(t, dsn, shortPatience, storage.ErrUnavailable)
	for _, conn := range others {
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	commitAll(t, s, docOf("table", "a", 1, "two"))
	wantDoc(t, s, docOf("table", "a", 2, "two"))
}

func useUpConnections(t *testing.T, s *Store, dsn string) (all []*pgx.Conn) {
	t.Helper()
	ctx := waittest.Context(t)
	s.db.pool.Reset()
	for {
		poolSize := s.db.pool.Stat().TotalConns()
		conn, err := pgx.Connect(ctx, dsn)
		switch {
		case err == nil:
			all = append(all, conn)
		case !hasCode(err, resources):
			t.Fatal(errors.Join(err, context.Cause(ctx)))
		case poolSize == 0:
			return all
		}
	}
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("needs root to mount a small disk")
	}
	disk := t.TempDir()
	must(t, os.Chmod(filepath.Dir(disk), 0o755))
	if out, err := osexec.Command("mount", "-t", "tmpfs", "-o", "size=72m,mode=755", "tmpfs", disk).CombinedOutput(); err != nil {
		waittest.SkipWithout(t, "no small disk can be mounted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := osexec.Command("umount", "-l", disk).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
	ballast := filepath.Join(disk, "ballast")
	must(t, os.WriteFile(ballast, make([]byte, 24<<20), 0o600))
	c := pgtest.Start(t, disk, "max_wal_size=8MB", "min_wal_size=2MB", "wal_recycle=off")
	s := actingStore(t, c.DSN(t), Options{})
	acked, full := fillDisk(t, impatient(s))
	t.Logf("%d commits until: %v", acked, full)
	if !errors.Is(full, storage.ErrFull) && !errors.Is(full, storage.ErrUnavailable) {
		t.Errorf("got %v, want %v or %v", full, storage.ErrFull, storage.ErrUnavailable)
	}
	must(t, os.Remove(ballast))
	c.Restart(t)
	commitAll(t, s, docOf("table", "small", 0, "x"))
	if n := len(scanAll(t, s, "deal")); n < acked || n > acked+1 {
		t.Errorf("there are %d documents, %d were acknowledged", n, acked)
	}
}

func fillDisk(t *testing.T, s *Store) (acked int, refusal error) {
	t.Helper()
	for ; acked < 1000; acked++ {
		data := make([]byte, 200<<10)
		_, _ = rand.Read(data) // never fails
		if err := s.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "deal", ID: fmt.Sprint(acked)}, Data: data}); err != nil {
			return acked, err
		}
	}
	return acked, nil
}

// Without a synchronous standby some commits are lost, which shows that the test finds losses.
func TestFailover(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings         []string
		cutOff, wantLoss bool
	}{
		"synchronous":           {settings: []string{"synchronous_standby_names=second"}},
		"synchronous, cut off":  {settings: []string{"synchronous_standby_names=second"}, cutOff: true},
		"asynchronous, cut off": {cutOff: true, wantLoss: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if lost := failover(t, c.cutOff, c.settings...); lost > 0 != c.wantLoss {
				t.Errorf("%d acknowledged commits are lost", lost)
			}
		})
	}
}

func failover(t *testing.T, cut bool, settings ...string) (lost int) {
	t.Helper()
	primary := pgtest.Start(t, "", settings...)
	primary.Exec(t, "set synchronous_commit = local; create schema bot")
	standby := primary.Standby(t, "second")
	dsn := fmt.Sprintf("host=%s,%s user=tarockbot dbname=postgres search_path=bot target_session_attrs=read-write", primary.Dir, standby.Dir)
	l := startLoad(t, actingStore(t, dsn, Options{}), 4)
	l.waitForCommits(50)
	if cut {
		disconnectStandby(t, primary, standby)
		if len(settings) > 0 {
			waitUntil(t, connectTo(t, primary), `select count(*) = 4 from pg_stat_activity where wait_event = 'SyncRep'`)
		} else {
			l.waitForCommits(20)
		}
	}
	primary.Crash(t)
	standby.Promote(t)
	l.wantRecovery(5 * time.Second)
	l.waitForCommits(20)
	return l.stop()
}

func disconnectStandby(t *testing.T, primary, standby *pgtest.Cluster) {
	t.Helper()
	written := queryValue[string](t, connectTo(t, primary), `select pg_current_wal_lsn()::text`)
	waitUntil(t, connectTo(t, standby), `select coalesce(pg_last_wal_replay_lsn() >= '`+written+`', false)`)
	standby.Exec(t, "alter system set primary_conninfo = ''")
	standby.Exec(t, "select pg_reload_conf()")
	waitUntil(t, connectTo(t, standby), `select count(*) = 0 from pg_stat_wal_receiver`)
}

func connectTo(t *testing.T, c *pgtest.Cluster) *pgx.Conn {
	t.Helper()
	return connect(t, fmt.Sprintf("host=%s user=tarockbot dbname=postgres", c.Dir))
}

func TestReadOnlyServer(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	s := actingStore(t, c.DSN(t)+"&target_session_attrs=read-write", Options{})
	h := impatient(s)
	c.Exec(t, "alter system set default_transaction_read_only = on")
	c.Exec(t, "select pg_reload_conf()")
	var err error
	for i := 0; err == nil; i++ { // until the server has read the setting
		err = h.Commit(t.Context(), docOf("seen", fmt.Sprint(i), 0, "x"))
	}
	if !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Commit: got %v, want %v", err, storage.ErrUnavailable)
	}
	c.Exec(t, "alter system reset default_transaction_read_only")
	c.Exec(t, "select pg_reload_conf()")
	commitAll(t, s, docOf("table", "a", 0, "x"))
}
