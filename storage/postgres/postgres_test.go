package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

// Larger sizes find rarer faults.
var (
	opens     = flag.Int("opens", 5, "how often nodes open an empty database at once")
	documents = flag.Int("documents", 1000, "how many documents are in a large commit")
	kills     = flag.Int("kills", 1, "how often a server is killed")
	seeds     = flag.Int("seeds", 5, "how many random runs test the lease")
	long      = flag.Bool("long", false, "cause each fault at each message of each call, also while it connects; and run the suite in all modes")
)

func TestMain(m *testing.M) {
	if nodes, stopped := os.LookupEnv(stoppedNodes); stopped {
		if err := actStopped(nodes, os.Stdin, os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(pgtest.Run(m))
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dsn  string
		o    Options
		long bool
	}{
		"plain":              {},
		"two connections":    {o: Options{PoolSize: 2}, long: true},
		"serializable":       {dsn: "&default_transaction_isolation=serializable"},
		"simple protocol":    {dsn: "&default_query_exec_mode=simple_protocol"},
		"unnamed statements": {dsn: "&default_query_exec_mode=exec", long: true},
	} {
		if c.long && !*long {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSuite(t, open(t, pgtest.DSN(t)+c.dsn, c.o))
		})
	}
}

func runSuite(t *testing.T, db *Database) {
	t.Helper()
	storagetest.Run(t, func(t *testing.T) (storage.Store, func() storage.Store) {
		clearTables(t, db)
		s := acquire(t, db).Store()
		return s, func() storage.Store {
			closeStore(t, s)
			s = acquire(t, db).Store()
			return s
		}
	})
}

func clearTables(t *testing.T, db *Database) {
	t.Helper()
	if _, err := db.pool.Exec(t.Context(), `with d as (delete from doc) delete from lease`); err != nil {
		t.Fatal(err)
	}
}

const (
	// patience is for calls that must succeed: a busy machine isn't an unreachable database.
	patience = 8 * time.Minute
	// shortPatience is the patience for calls that must fail.
	shortPatience = 300 * time.Millisecond
)

func open(t testing.TB, dsn string, o Options) *Database {
	t.Helper()
	o.Patience, o.Term = patience, time.Hour // a busy machine renews late
	db, err := Open(t.Context(), dsn, o)
	must(t, err)
	t.Cleanup(db.Close)
	return db
}

func impatient(s *Store) *Store {
	o := s.db.o
	o.Patience = shortPatience
	h := (&Database{pool: s.db.pool, node: s.db.node, o: o}).Reader()
	h.UseLease(s.lease.Load())
	return h
}

func stopRenewal(s *Store) *Lease {
	l := s.lease.Load()
	l.stopRenewal()
	return l
}

func acquire(t testing.TB, db *Database) *Lease {
	t.Helper()
	l, err := db.Acquire(t.Context())
	must(t, err)
	return l
}

func expire(t testing.TB, l *Lease, conn *pgx.Conn) {
	t.Helper()
	l.stopRenewal()
	exec(t, conn, `update lease set until = '-infinity'`)
}

func closeStore(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: got %v, want nil", err)
	}
}

func actingStore(t testing.TB, dsn string, o Options) *Store {
	t.Helper()
	s := acquire(t, open(t, dsn, o)).Store()
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

func connect(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func exec(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func docOf(kind, id string, version int64, data string) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: version, Data: []byte(data)}
}

func commitAll(t testing.TB, s *Store, docs ...storage.Doc) {
	t.Helper()
	must(t, s.Commit(t.Context(), docs...))
}

func wantDoc(t testing.TB, s *Store, want storage.Doc) {
	t.Helper()
	got, err := s.Get(t.Context(), want.Key)
	if want.Version == 0 && errors.Is(err, storage.ErrNotFound) {
		return
	}
	if err != nil || got.Version != want.Version || string(got.Data) != string(want.Data) {
		t.Fatalf("%v: got version %d of %q, %v, want %d of %q", want.Key, got.Version, got.Data, err, want.Version, want.Data)
	}
}

func scanAll(t testing.TB, s *Store, kind string) (all []storage.Doc) {
	t.Helper()
	for d, err := range s.Scan(t.Context(), kind, "", "") {
		must(t, err)
		all = append(all, d)
	}
	return all
}

func queryValue[T any](t testing.TB, conn querier, sql string) (value T) {
	t.Helper()
	must(t, conn.QueryRow(t.Context(), sql).Scan(&value))
	return value
}

func wantOpenError(t testing.TB, dsn string, patience time.Duration, want error) {
	t.Helper()
	_, err := Open(t.Context(), dsn, Options{Patience: patience})
	storagetest.WantError(t, "Open", err, want)
}

func wantHeld(t testing.TB, db *Database) {
	t.Helper()
	_, err := db.Acquire(t.Context())
	storagetest.WantError(t, "Acquire", err, ErrHeld)
}

func TestOpenAtOnce(t *testing.T) {
	t.Parallel()
	for range *opens { // each race ends differently
		dsn := pgtest.DSN(t)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				db, err := Open(t.Context(), dsn, Options{PoolSize: 1, Patience: patience})
				if err != nil {
					t.Error(err)
					return
				}
				db.Close()
			})
		}
		wg.Wait()
	}
}

func TestForeign(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"newer":        `create table meta_schema (version int); insert into meta_schema values (2)`,
		"other tables": `create table doc (id int)`,
	} {
		dsn := pgtest.DSN(t)
		conn := connect(t, dsn)
		exec(t, conn, sql)
		wantOpenError(t, dsn, patience, ErrForeign)
		if n := queryValue[int](t, conn, `select count(*) from pg_tables where schemaname = current_schema()`); n != 1 {
			t.Errorf("%s: got %d tables, want 1", name, n)
		}
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	db := open(t, pgtest.DSN(t), Options{Version: "1.2", Address: "here"})
	if n, err := db.LastHolder(t.Context()); err != nil || n != (Node{}) {
		t.Errorf("before a lease: got %+v, %v, want no node", n, err)
	}
	s := acquire(t, db).Store()
	commitAll(t, s, docOf("table", "a", 0, "one"))
	r := db.Reader()
	wantDoc(t, r, docOf("table", "a", 1, "one"))
	if err := r.Commit(t.Context(), docOf("table", "b", 0, "x")); !errors.Is(err, ErrReadOnly) || errors.Is(err, storage.ErrClosed) {
		t.Errorf("Commit: got %v, want %v", err, ErrReadOnly)
	}
	if n, err := db.LastHolder(t.Context()); err != nil || n != (Node{Address: "here", Version: "1.2", Acting: true}) {
		t.Errorf("while a node acts: got %+v, %v", n, err)
	}
	closeStore(t, s)
	if n, err := db.LastHolder(t.Context()); err != nil || n.Acting {
		t.Errorf("after the release: got %+v, %v", n, err)
	}
	closeStore(t, r)
	_, err := r.Kinds(t.Context())
	storagetest.WantError(t, "Kinds after Close", err, storage.ErrClosed)
	if name := queryValue[string](t, db.pool, `select current_setting('application_name')`); name != "tarockbot 1.2" {
		t.Errorf("application_name: got %q", name)
	}
}

func TestManyDocuments(t *testing.T) {
	t.Parallel()
	s := actingStore(t, pgtest.DSN(t), Options{})
	var docs []storage.Doc
	for i := range *documents {
		docs = append(docs, docOf("table", fmt.Sprint(i), 0, strings.Repeat("x", 1000)))
	}
	for version := range int64(2) {
		for i := range docs {
			docs[i].Version = version
		}
		commitAll(t, s, docs...)
	}
	wantDoc(t, s, docOf("table", fmt.Sprint(*documents-1), 2, strings.Repeat("x", 1000)))
}

func TestLargePages(t *testing.T) {
	t.Parallel()
	s := actingStore(t, pgtest.DSN(t), Options{})
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		commitAll(t, s, storage.Doc{Key: storage.Key{Kind: "table", ID: id}, Data: make([]byte, pageBytes/2)})
	}
	docs, more, err := s.readPage(t.Context(), storage.NewRange("table", "", ""), firstPageDocs)
	if err != nil || len(docs) != 2 || !more {
		t.Errorf("got %d documents, has more: %t, %v, want 2 and more", len(docs), more, err)
	}
	if n := len(scanAll(t, s, "table")); n != 5 {
		t.Errorf("Scan: got %d documents, want 5", n)
	}
}

func TestLockedDocument(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	s := actingStore(t, dsn, Options{PoolSize: 1})
	commitAll(t, s, docOf("table", "a", 0, "one"))
	conn := connect(t, dsn)
	exec(t, conn, `begin; select from doc for update`)
	stopRenewal(s)
	setTimeout := func(limit string) { // of the only connection
		if _, err := s.db.pool.Exec(t.Context(), `set statement_timeout = `+limit); err != nil {
			t.Fatal(err)
		}
	}
	setTimeout("100")
	storagetest.WantError(t, "Commit", impatient(s).Commit(t.Context(), docOf("table", "a", 1, "two")), storage.ErrUnavailable)
	setTimeout("0")
	exec(t, conn, `rollback`)
	for err := storage.ErrConflict; errors.Is(err, storage.ErrConflict); { // the first commit may be applied only now
		d, getErr := s.Get(t.Context(), storage.Key{Kind: "table", ID: "a"})
		if err = errors.Join(getErr, s.Commit(t.Context(), docOf("table", "a", d.Version, "three"))); err == nil {
			wantDoc(t, s, docOf("table", "a", d.Version+1, "three"))
		} else if !errors.Is(err, storage.ErrConflict) {
			t.Fatal(err)
		}
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	s := actingStore(t, dsn, Options{})
	commitAll(t, s, docOf("table", "a", 0, "one"))
	conn, observer := connect(t, dsn), connect(t, dsn)
	exec(t, conn, `begin; select from doc for update`)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.Commit(ctx, docOf("table", "a", 1, "two")) }()
	waitForBlocked(t, observer)
	cancel()
	exec(t, conn, `rollback`)
	if err := waittest.Receive(waittest.Context(t), t, result); err != nil {
		t.Errorf("Commit: got %v, want nil", err)
	}
	wantDoc(t, s, docOf("table", "a", 2, "two"))
}

func waitForBlocked(t testing.TB, conn *pgx.Conn) {
	t.Helper()
	waitUntil(t, conn, `select count(*) > 0 from pg_locks l where not granted and exists (
		select from pg_locks o where o.pid = l.pid and o.relation = 'doc'::regclass)`)
}

func waitUntil(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	ctx := waittest.Context(t)
	for done := false; !done; {
		_, err := conn.Exec(ctx, `select pg_sleep(0.005)`)
		if err = errors.Join(err, conn.QueryRow(ctx, sql).Scan(&done)); err != nil {
			t.Fatal(errors.Join(err, context.Cause(ctx)))
		}
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	err := wantUnreachable(t, "host=127.0.0.1,127.0.0.2 port=1 dbname=a user=b")
	if strings.Count(err.Error(), "refused") != 2 || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want one line with two refusals", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	go func() {
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			_, _ = io.ReadFull(conn, make([]byte, 8))
			_, _ = conn.Write([]byte("N"))
			_ = conn.Close()
		}
	}()
	for mode, refused := range map[string]bool{"require": true, "prefer": false} {
		err := wantUnreachable(t, fmt.Sprintf("host=127.0.0.1,localhost port=%d sslmode=%s", l.Addr().(*net.TCPAddr).Port, mode))
		if strings.Contains(err.Error(), "refused TLS") != refused {
			t.Errorf("sslmode=%s: got %v", mode, err)
		}
	}
	wantOpenError(t, "host=127.0.0.1 sslmode=bogus", 0, ErrDenied)
}

func wantUnreachable(t *testing.T, dsn string) error {
	t.Helper()
	wantOpenError(t, dsn, shortPatience, storage.ErrUnavailable)
	pool, err := pgxpool.New(t.Context(), dsn)
	must(t, err)
	defer pool.Close()
	retry, err := (&Database{pool: pool, o: Options{Patience: patience}}).withConn(t.Context(), nil)
	if err == nil || !retry {
		t.Fatalf("got %v, retry: %t, want a temporary error", err, retry)
	}
	return err
}

func TestPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := &Database{o: Options{}.withDefaults()}
		start := time.Now()
		err := db.retryLoop(t.Context(), func() (retry bool, err error) { return true, errAnswer })
		if took := time.Since(start); !errors.Is(err, storage.ErrUnavailable) || !errors.Is(err, errAnswer) || took <= db.o.Patience || took > db.o.Patience+retryPause {
			t.Errorf("got %v after %v, want %v after %v", err, took, storage.ErrUnavailable, db.o.Patience)
		}
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
