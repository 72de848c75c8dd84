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
)

// load commits documents from several writers until it is stopped, and keeps what was
// acknowledged.
type load struct {
	*testing.T
	s      *Store
	cancel context.CancelFunc
	wg     sync.WaitGroup
	mu     sync.Mutex
	acked  []storage.Key
	worked chan time.Time // told of each commit, if somebody listens
}

func loaded(t *testing.T, s *Store, writers int) *load {
	t.Helper()
	l := &load{T: t, s: s, worked: make(chan time.Time)}
	ctx, cancel := context.WithCancel(t.Context())
	l.cancel = cancel
	for w := range writers {
		l.wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				l.commit(ctx, docOf("seen", fmt.Sprint(w, ".", i), 0, "x"))
			}
		})
	}
	return l
}

// commit fails the test if it is refused otherwise than until later.
func (l *load) commit(ctx context.Context, d storage.Doc) {
	switch err := l.s.Commit(ctx, d); {
	case err == nil:
		l.mu.Lock()
		l.acked = append(l.acked, d.Key)
		l.mu.Unlock()
		select {
		case l.worked <- time.Now():
		default:
		}
	case !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, context.Canceled):
		l.Errorf("%v: %v", d.Key, err)
	}
}

// recovers demands a commit that is acknowledged within a time.
func (l *load) recovers(within time.Duration) {
	l.Helper()
	start := time.Now()
	if took := (<-l.worked).Sub(start); took > within {
		l.Errorf("the first commit came after %v, want %v", took, within)
	} else {
		l.Logf("the first commit came after %v", took.Round(time.Millisecond))
	}
}

// stop ends the load and returns how many of the acknowledged documents aren't there.
func (l *load) stop() (lost int) {
	l.Helper()
	l.cancel()
	l.wg.Wait()
	there := make(map[string]bool)
	for d, err := range l.s.Scan(l.Context(), "seen", "", "") {
		if err != nil {
			l.Fatal(err)
		}
		there[d.Key.ID] = true
	}
	for _, key := range l.acked {
		if !there[key.ID] {
			lost++
		}
	}
	l.Logf("%d commits acknowledged, %d lost", len(l.acked), lost)
	if len(l.acked) < 20 {
		l.Errorf("only %d commits were acknowledged", len(l.acked))
	}
	return lost
}

// kills is how often a server is killed.
func kills() int {
	if *long {
		return 50
	}
	return 3
}

// TestServerKilled: while the server is down the store says so in time, and it goes on
// within 2 s of its return; nothing that was acknowledged is lost.
func TestServerKilled(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	const patience = time.Second
	s := acting(t, c.DSN(t), Options{Patience: patience})
	l := loaded(t, s, 4)
	for range kills() {
		for range 20 {
			<-l.worked
		}
		c.Kill(t)
		for name, call := range map[string]func() error{
			"Get": func() error { _, err := s.Get(t.Context(), storage.Key{Kind: "table", ID: "a"}); return err },
			"Scan": func() error {
				for _, err := range s.Scan(t.Context(), "table", "", "") {
					return err
				}
				return nil
			},
			"Commit": func() error { return s.Commit(t.Context(), docOf("table", "a", 0, "x")) },
			"Take":   func() error { _, err := s.db.Take(t.Context()); return err },
		} {
			start := time.Now()
			if err := call(); !errors.Is(err, storage.ErrUnavailable) {
				t.Errorf("%s: got %v, want %v", name, err, storage.ErrUnavailable)
			}
			if took := time.Since(start); took > 2*patience {
				t.Errorf("%s took %v", name, took)
			}
		}
		c.Serve(t)
		l.recovers(2 * time.Second)
	}
	if lost := l.stop(); lost > 0 {
		t.Errorf("%d acknowledged commits are lost", lost)
	}
}

// TestConnectionsUsedUp: who gets no connection says so, and goes on when there is one.
func TestConnectionsUsedUp(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "", "max_connections=8")
	dsn := c.DSN(t)
	s := acting(t, dsn, Options{Patience: 3 * time.Second, PoolSize: 2})
	commitAll(t, s, docOf("table", "a", 0, "one"))
	var others []*pgx.Conn
	for {
		conn, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			break
		}
		others = append(others, conn)
	}
	others = append(others, inPlaceOf(t, s, dsn))
	if err := s.Commit(t.Context(), docOf("table", "a", 1, "two")); !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Commit: got %v, want %v", err, storage.ErrUnavailable)
	}
	if _, err := Open(t.Context(), dsn, Options{Patience: time.Second}); !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Open: got %v, want %v", err, storage.ErrUnavailable)
	}
	for _, conn := range others {
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	commitAll(t, s, docOf("table", "a", 1, "two"))
	holds(t, s, docOf("table", "a", 2, "two"))
}

// inPlaceOf takes the last connection, which the store has or its lease asks for.
func inPlaceOf(t *testing.T, s *Store, dsn string) *pgx.Conn {
	t.Helper()
	for tick := time.NewTicker(5 * time.Millisecond); ; <-tick.C {
		s.db.pool.Reset()
		conn, err := pgx.Connect(t.Context(), dsn)
		switch {
		case err == nil:
			return conn
		case !is(err, resources):
			t.Fatal(err)
		}
	}
}

// TestDiskFull: what finds no room is refused, nothing is lost, and when there is room
// again the store goes on.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root may make a small disk")
	}
	disk := t.TempDir()
	if err := os.Chmod(filepath.Dir(disk), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := osexec.Command("mount", "-t", "tmpfs", "-o", "size=160m,mode=755", "tmpfs", disk).CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("mount: %s", out)
		}
		t.Skipf("no small disk can be made here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := osexec.Command("umount", "-l", disk).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
	ballast := filepath.Join(disk, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 50<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	c := pgtest.Start(t, disk, "max_wal_size=32MB", "min_wal_size=32MB", "wal_recycle=off")
	s := acting(t, c.DSN(t), Options{Patience: 3 * time.Second})
	acked, full := fill(t, s)
	t.Logf("%d documents until: %v", acked, full)
	if !errors.Is(full, storage.ErrFull) && !errors.Is(full, storage.ErrUnavailable) {
		t.Errorf("got %v, want %v or %v", full, storage.ErrFull, storage.ErrUnavailable)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	c.Restart(t)
	commitAll(t, s, docOf("table", "small", 0, "x"))
	n := 0
	for _, err := range s.Scan(t.Context(), "deal", "", "") {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n < acked || n > acked+1 {
		t.Errorf("there are %d documents, %d were acknowledged", n, acked)
	}
}

// fill commits documents until one is refused.
func fill(t *testing.T, s *Store) (acked int, refusal error) {
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

// TestFailover: the primary dies and its standby takes over. All that was acknowledged is
// there if commits waited for it, also when it was cut off before. If they didn't wait,
// that loses some, so the test would see it.
func TestFailover(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings    []string
		cutOff, may bool // lose some
	}{
		"synchronous":           {settings: []string{"synchronous_standby_names=second"}},
		"synchronous, cut off":  {settings: []string{"synchronous_standby_names=second"}, cutOff: true},
		"asynchronous, cut off": {cutOff: true, may: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if lost := failover(t, c.cutOff, c.settings...); lost > 0 != c.may {
				t.Errorf("%d acknowledged commits are lost", lost)
			}
		})
	}
}

// failover lets a standby take over from a primary with these settings, and returns how
// many acknowledged commits are lost.
func failover(t *testing.T, cutOff bool, settings ...string) (lost int) {
	t.Helper()
	primary := pgtest.Start(t, "", settings...)
	primary.Exec(t, "set synchronous_commit = local; create schema bot")
	standby := primary.Standby(t, "second")
	dsn := fmt.Sprintf("host=%s,%s user=tarockbot dbname=postgres search_path=bot target_session_attrs=read-write", primary.Dir, standby.Dir)
	s := acting(t, dsn, Options{Patience: 3 * time.Second})
	l := loaded(t, s, 4)
	for range 200 {
		<-l.worked
	}
	if cutOff {
		l.cutOff(standby)
	}
	primary.Crash(t)
	standby.Promote(t)
	l.recovers(5 * time.Second)
	for range 50 {
		<-l.worked
	}
	return l.stop()
}

// cutOff stops a standby from following, and returns when twenty commits were acknowledged
// since, or none is any more.
func (l *load) cutOff(standby *pgtest.Cluster) {
	l.Helper()
	standby.Exec(l, "alter system set primary_conninfo = ''")
	standby.Exec(l, "select pg_reload_conf()")
	look := direct(l, fmt.Sprintf("host=%s user=tarockbot dbname=postgres", standby.Dir))
	for n := 1; n > 0; {
		if err := look.QueryRow(l.Context(), `select count(*) from pg_stat_wal_receiver`).Scan(&n); err != nil {
			l.Fatal(err)
		}
	}
	for range 20 {
		select {
		case <-l.worked:
		case <-time.After(time.Second):
			return
		}
	}
}

// TestReadOnly: a server that became a standby is left for the one that accepts writes.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	s := acting(t, c.DSN(t)+"&target_session_attrs=read-write", Options{Patience: 3 * time.Second})
	c.Exec(t, "alter system set default_transaction_read_only = on")
	c.Exec(t, "select pg_reload_conf()")
	var err error
	for i := 0; err == nil; i++ { // until it has heard of it
		err = s.Commit(t.Context(), docOf("seen", fmt.Sprint(i), 0, "x"))
	}
	if !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Commit: got %v, want %v", err, storage.ErrUnavailable)
	}
	c.Exec(t, "alter system reset default_transaction_read_only")
	c.Exec(t, "select pg_reload_conf()")
	for err != nil {
		if err = s.Commit(t.Context(), docOf("table", "a", 0, "x")); err != nil && !errors.Is(err, storage.ErrUnavailable) {
			t.Fatal(err)
		}
	}
}
