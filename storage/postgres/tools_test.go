package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

func TestSnapshot(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t, pgtest.DSN(t), Options{})
	store := acquire(t, db).Store()
	var docs []storage.Doc
	for i := range 700 { // several pages
		docs = append(docs, docOf("b", fmt.Sprintf("%03d", i), 0, "old"))
	}
	commitAll(t, store, append(docs, docOf("a", "x", 0, ""), docOf("c", "\x00", 0, "z"))...)
	err := db.Snapshot(ctx, func(s *Snapshot) error {
		kinds, err := s.Kinds(ctx)
		if err != nil || !slices.Equal(kinds, []string{"a", "b", "c"}) {
			t.Errorf("got kinds %q, %v, want a, b and c", kinds, err)
		}
		for i := range docs {
			docs[i].Version, docs[i].Data = 1, []byte("new")
		}
		docs[0].Data = nil
		if err := store.Commit(ctx, append(docs, docOf("b", "999", 0, "new"), docOf("d", "x", 0, "new"))...); err != nil {
			return err
		}
		n := 0
		for d, err := range s.Scan(ctx, "b", "\xff", "") {
			if got, getErr := s.Get(ctx, d.Key); err != nil || getErr != nil || string(d.Data) != "old" || string(got.Data) != "old" || d.Version != 1 {
				t.Fatalf("Scan: %+v, %v; Get: %+v, %v; want the old document", d, err, got, getErr)
			}
			n++
		}
		if n != 700 {
			t.Errorf("got %d documents, want 700", n)
		}
		_, err = s.Get(ctx, storage.Key{Kind: "d", ID: "x"})
		storagetest.WantError(t, "Get of a document committed since", err, storage.ErrNotFound)
		storagetest.WantError(t, "Commit", s.Commit(ctx, docOf("a", "y", 0, "")), storage.ErrClosed)
		return nil
	})
	must(t, err)
}

func TestSnapshotWaits(t *testing.T) {
	t.Parallel()
	db := open(t, pgtest.DSN(t)+"&idle_in_transaction_session_timeout=5s", Options{})
	limit := func(q querier) string {
		t.Helper()
		return queryValue[string](t, q, `select current_setting('idle_in_transaction_session_timeout')`)
	}
	err := db.Snapshot(t.Context(), func(s *Snapshot) error {
		if in, others := limit(s.tx), limit(db.pool); in != "0" || others != "5s" {
			t.Errorf("a snapshot may be idle for %s, want 0, without a limit; other transactions for %s", in, others)
		}
		if *long {
			<-time.After(6 * time.Second)
		}
		_, err := s.Kinds(t.Context())
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	ctx, dsn := t.Context(), pgtest.DSN(t)
	db, other := open(t, dsn, Options{}), open(t, dsn, Options{})
	acting := acquire(t, other)
	fill := func(*Store) error { t.Error("fill was called"); return nil }
	storagetest.WantError(t, "Fill while a node acts", db.Fill(ctx, fill), ErrHeld)
	must(t, acting.Release(ctx))
	err := db.Fill(ctx, func(s *Store) error {
		wantHeld(t, other)
		wantOpenError(t, dsn, patience, ErrUnfinished)
		return s.Commit(ctx, docOf("a", "x", 0, "y"))
	})
	must(t, err)
	if _, err := open(t, dsn, Options{}).Reader().Get(ctx, storage.Key{Kind: "a", ID: "x"}); err != nil {
		t.Error(err)
	}
	if err := acquire(t, other).Release(ctx); err != nil { // without waiting for the term
		t.Error(err)
	}
	storagetest.WantError(t, "second Fill", db.Fill(ctx, fill), ErrNotEmpty)
	dsn = pgtest.DSN(t)
	other = open(t, dsn, Options{})
	broken := errors.New("broken")
	if err := open(t, dsn, Options{}).Fill(ctx, func(*Store) error { return broken }); !errors.Is(err, broken) || !strings.Contains(err.Error(), "create a new one") {
		t.Errorf("a failed Fill: %v", err)
	}
	wantOpenError(t, dsn, patience, ErrUnfinished)
	wantHeld(t, other)
	if !queryValue[bool](t, connect(t, dsn), "select until = 'infinity' from lease") {
		t.Error("the lease of a partly filled database expires")
	}
}

func TestSameDatabase(t *testing.T) {
	t.Parallel()
	const dsn = "postgres://a:secret@one:5432/tarock"
	for other, want := range map[string]bool{
		"postgres://b@one/tarock?sslmode=disable": true,
		"postgres://two,one/tarock":               true,
		"postgres://tarock@one":                   true,
		"postgres://a@one/removals?dbname=tarock": true,
		"postgres://a@one:5433/tarock":            false,
		"postgres://a@one5:432/tarock":            false,
		"postgres://a@one/removals":               false,
		"postgres://a@two/tarock":                 false,
	} {
		if got, err := SameDatabase(dsn, other); got != want || err != nil {
			t.Errorf("%s: got %t, %v, want %t", other, got, err, want)
		}
	}
	for _, bad := range [][2]string{{dsn, dsn + "?sslmode=x"}, {dsn + "?sslmode=x", dsn}} {
		if _, err := SameDatabase(bad[0], bad[1]); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v", err)
		}
	}
}

func TestCondition(t *testing.T) {
	t.Parallel()
	ctx := waittest.Context(t)
	c := pgtest.Start(t, "", "autovacuum=off")
	dsn := c.DSN(t)
	db := open(t, dsn, Options{Version: "1"})
	condition := func(db *Database, long time.Duration) Condition {
		t.Helper()
		got, err := db.Condition(ctx, long)
		if err != nil {
			t.Fatal(errors.Join(err, context.Cause(ctx)))
		}
		return got
	}
	got := condition(db, time.Minute)
	if got.Server == "" || got.LongTransactions+got.Standbys+len(got.Hidden) > 0 || !slices.Equal(got.Versions, []string{"1"}) {
		t.Errorf("a healthy database: %+v", got)
	}

	open(t, dsn, Options{Version: "2"})
	if got := condition(db, time.Minute); !slices.Equal(got.Versions, []string{"1", "2"}) {
		t.Errorf("two versions: %q", got.Versions)
	}

	exec(t, connect(t, dsn), "begin; select")
	if long, short := condition(db, 0).LongTransactions, condition(db, time.Minute).LongTransactions; long != 1 || short != 0 {
		t.Errorf("got %d transactions older than 0 s, and %d older than a minute, want 1 and 0", long, short)
	}

	store := acquire(t, db).Store()
	for version := range int64(20) {
		commitAll(t, store, docOf("a", "x", version, "y"))
	}
	db.Close() // lets the server count the dead rows
	db = open(t, dsn, Options{Version: "1"})
	for got = condition(db, time.Minute); got.Dead == 0; got = condition(db, time.Minute) {
	}
	if got.Live != 1 || got.Dead != 19 {
		t.Errorf("got %d live and %d dead rows, want 1 and 19", got.Live, got.Dead)
	}

	c.Standby(t, "follower")
	for got = condition(db, time.Minute); got.Standbys == 0; got = condition(db, time.Minute) {
	}
	if got.Synchronous != 0 {
		t.Errorf("an asynchronous standby: %+v", got)
	}
	c.Exec(t, "alter system set synchronous_standby_names = 'follower'")
	c.Exec(t, "select pg_reload_conf()")
	for got = condition(db, time.Minute); got.Synchronous == 0; got = condition(db, time.Minute) {
	}

	c.Exec(t, "create role humble login")
	c.Exec(t, "grant pg_read_all_data to humble")
	humble := open(t, strings.Replace(dsn, "user=tarockbot", "user=humble", 1), Options{})
	if got := condition(humble, time.Minute); len(got.Hidden) != 2 || got.Standbys != 1 {
		t.Errorf("a role without rights sees %+v", got)
	}
}
