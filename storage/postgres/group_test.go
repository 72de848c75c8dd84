package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

func commitTogether(t *testing.T, s *Store, docs ...storage.Doc) []error {
	t.Helper()
	s.lease.Load().groups.addRunners(maxRunners)
	errs := make([]error, len(docs))
	var wg sync.WaitGroup
	for i, d := range docs {
		wg.Go(func() { errs[i] = s.Commit(t.Context(), d) })
		waitForQueued(t, s, i+1)
	}
	s.lease.Load().groups.addRunners(1 - maxRunners)
	s.lease.Load().runGroups()
	wg.Wait()
	return errs
}

func waitForQueued(t *testing.T, s *Store, n int) {
	t.Helper()
	waitForGroups(t, s, func(waiting, _ int) bool { return waiting >= n })
}

func waitForGroups(t *testing.T, s *Store, wanted func(waiting, running int) bool) {
	t.Helper()
	ctx := waittest.Context(t)
	for !wanted(s.lease.Load().groups.counts()) {
		if ctx.Err() != nil {
			t.Fatal(context.Cause(ctx))
		}
		runtime.Gosched()
	}
}

func (g *groups) addRunners(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running += n
}

func (g *groups) counts() (waiting, running int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting), g.running
}

func TestGroup(t *testing.T) {
	t.Parallel()
	moved := func(id string, version int64) storage.Doc { return docOf("table", id, version, "moved") }
	large := func(id string) storage.Doc { return docOf("table", id, 1, string(make([]byte, groupBytes*2/3))) }
	for _, tt := range []struct {
		name    string
		before  func(t *testing.T, s *Store, dsn string)
		docs    []storage.Doc
		want    []error
		commits int // distinct transactions that wrote the tables
	}{
		{"all applied", nil, []storage.Doc{moved("c", 1), moved("a", 1), moved("b", 1)}, []error{nil, nil, nil}, 1},
		{"one conflict", nil, []storage.Doc{moved("a", 1), moved("b", 7), moved("c", 1)}, []error{nil, storage.ErrConflict, nil}, 2},
		{"one document missing", nil, []storage.Doc{moved("a", 1), moved("none", 3)}, []error{nil, storage.ErrConflict}, 2},
		{"more bytes than a group", nil, []storage.Doc{large("a"), large("b"), large("c")}, []error{nil, nil, nil}, 2},
		{"one locked", func(t *testing.T, _ *Store, dsn string) {
			conn, observer := connect(t, dsn), connect(t, dsn)
			exec(t, conn, `begin; select from doc where id = 'b' for update`)
			var wg sync.WaitGroup
			wg.Go(func() {
				waitUntil(t, observer, `select count(*) = 2 from doc where version = 2`)
				exec(t, conn, `rollback`)
			})
			t.Cleanup(wg.Wait)
		}, []storage.Doc{moved("a", 1), moved("b", 1), moved("c", 1)}, []error{nil, nil, nil}, 3},
		{"lease lost", func(t *testing.T, _ *Store, dsn string) {
			exec(t, connect(t, dsn), `update lease set epoch = epoch + 1`)
		}, []storage.Doc{moved("a", 1), moved("b", 1)}, []error{errLost, errLost}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dsn := pgtest.DSN(t)
			if tt.name == "one locked" {
				dsn += "&statement_timeout=500ms"
			}
			s := actingStore(t, dsn, Options{})
			commitAll(t, s, docOf("table", "a", 0, ""), docOf("table", "b", 0, ""), docOf("table", "c", 0, ""))
			if tt.before != nil {
				tt.before(t, s, dsn)
			}
			for i, err := range commitTogether(t, s, tt.docs...) {
				storagetest.WantError(t, tt.docs[i].Key.ID, err, tt.want[i])
			}
			commits := queryValue[int](t, connect(t, dsn), `select count(distinct xmin::text) from doc where kind = 'table'`)
			if commits != tt.commits {
				t.Errorf("got %d commits, want %d", commits, tt.commits)
			}
		})
	}
}

func TestCancelledCommitLeavesGroup(t *testing.T) {
	t.Parallel()
	s := actingStore(t, pgtest.DSN(t), Options{})
	commitAll(t, s, docOf("table", "a", 0, "one"))
	s.lease.Load().groups.addRunners(maxRunners)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.Commit(ctx, docOf("table", "a", 1, "two")) }()
	waitForQueued(t, s, 1)
	cancel()
	storagetest.WantError(t, "Commit", waittest.Receive(waittest.Context(t), t, result), context.Canceled)
	if waiting, _ := s.lease.Load().groups.counts(); waiting > 0 {
		t.Errorf("%d commits still wait", waiting)
	}
	s.lease.Load().groups.addRunners(-maxRunners)
	wantDoc(t, s, docOf("table", "a", 1, "one"))
}

// A group locks its documents in key order: it holds no other lock while it waits for the first.
func TestGroupOrder(t *testing.T) {
	t.Parallel()
	testGroupOrder(t, pgtest.DSN(t))
}

func testGroupOrder(t *testing.T, dsn string) {
	t.Helper()
	s := actingStore(t, dsn, Options{})
	var moved []storage.Doc
	for id := 'j'; id >= 'a'; id-- { // the order of the rows in the table
		commitAll(t, s, docOf("table", string(id), 0, ""))
		moved = append(moved, docOf("table", string(id), 1, ""))
	}
	conn, observer := connect(t, dsn), connect(t, dsn)
	exec(t, conn, `begin; select from doc where id = 'a' for update`)
	done := make(chan []error, 1)
	go func() { done <- commitTogether(t, s, moved...) }()
	waitForBlocked(t, observer)
	free := queryValue[int](t, observer, `select count(*) from (select from doc for update skip locked) d`)
	if free != len(moved)-1 {
		t.Errorf("%d documents are unlocked, want %d", free, len(moved)-1)
	}
	exec(t, conn, `rollback`)
	if err := errors.Join(waittest.Receive(waittest.Context(t), t, done)...); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
}

func TestGroupsUnreachable(t *testing.T) {
	t.Parallel()
	s := actingStore(t, pgtest.DSN(t), Options{PoolSize: 1})
	commitAll(t, s, docOf("table", "a", 0, ""))
	conn, err := s.db.pool.Acquire(t.Context())
	must(t, err)
	l := stopRenewal(s)
	l.db = impatient(s).db
	l.groups.addRunners(1)
	before := s.db.pool.Stat().CanceledAcquireCount()
	for range 3 * groupSize {
		c := newCommit(l, []storage.Doc{docOf("table", "a", 1, "")})
		c.result = make(chan bool, 1)
		l.groups.join(c)
	}
	l.runGroups()
	waiting, _ := l.groups.counts()
	if waited := s.db.pool.Stat().CanceledAcquireCount() - before; waited != 1 || waiting > 0 {
		t.Errorf("got %d waits for a connection, and %d commits still wait", waited, waiting)
	}
	conn.Release()
	l.db = s.db
	l.groups.addRunners(1 - maxRunners)
	commitAll(t, s, docOf("table", "a", 1, ""))
}

func TestManyGroups(t *testing.T) {
	t.Parallel()
	s := actingStore(t, pgtest.DSN(t), Options{})
	const writers, times = 3 * groupSize, 5
	var docs []storage.Doc
	for w := range writers {
		docs = append(docs, docOf("table", fmt.Sprint(w), 0, ""))
	}
	for chunk := range slices.Chunk(docs, groupSize) {
		commitAll(t, s, chunk...)
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range times {
				if err := s.Commit(t.Context(), docOf("table", fmt.Sprint(w), int64(i+1), fmt.Sprint(i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for w := range writers {
		wantDoc(t, s, docOf("table", fmt.Sprint(w), times+1, fmt.Sprint(times-1)))
	}
	waitForGroups(t, s, func(_, running int) bool { return running == 0 })
}
