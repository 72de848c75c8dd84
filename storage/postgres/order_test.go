package postgres

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
)

func TestNoDeadlock(t *testing.T) {
	t.Parallel()
	testNoDeadlock(t, pgtest.Start(t, "", "deadlock_timeout=10ms", "log_lock_waits=off").DSN(t))
}

func TestQuietConflicts(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	dsn := c.DSN(t)
	open(t, dsn, Options{}).Close() // logs that the tables don't exist, and creates them
	c.Restart(t)
	t.Run("suite", func(t *testing.T) {
		db := open(t, dsn, Options{})
		runSuite(t, db)
		clearTables(t, db)
		testLeaseLost(t, dsn)
		clearTables(t, db)
		testNoDeadlock(t, dsn)
	})
	c.Kill(t)
	for line := range strings.Lines(c.Log()) {
		if strings.Contains(line, "ERROR:") || strings.Contains(line, "FATAL:") || strings.Contains(line, "PANIC:") {
			t.Errorf("the server logs %q", line)
		}
	}
}

func testNoDeadlock(t *testing.T, dsn string) {
	t.Helper()
	s := actingStore(t, dsn, Options{})
	const docs, writers, times = 5, 8, 50
	for n := range docs {
		commitAll(t, s, docOf("table", fmt.Sprint(n), 0, ""))
	}
	var done, raised atomic.Int64
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for range times {
				var commit []storage.Doc
				several := r.IntN(2) == 0
				for _, n := range r.Perm(docs)[:choose(several, 3, 1)] {
					d, err := s.Get(t.Context(), storage.Key{Kind: "table", ID: fmt.Sprint(n)})
					if err != nil {
						t.Error(err)
						return
					}
					d.Unchanged = several && len(commit) == 0
					commit = append(commit, d)
				}
				switch err := s.Commit(t.Context(), commit...); {
				case err == nil:
					done.Add(1)
					raised.Add(int64(choose(several, 2, 1)))
				case !errors.Is(err, storage.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	conn := connect(t, dsn)
	deadlocks := queryValue[int](t, conn, `select deadlocks from pg_stat_database where datname = current_database()`)
	if deadlocks > 0 || done.Load() < times/2 {
		t.Errorf("%d deadlocks in %d commits that succeeded", deadlocks, done.Load())
	}
	if sum := queryValue[int64](t, conn, `select sum(version - 1) from doc`); sum != raised.Load() {
		t.Errorf("the versions were raised by %d, want %d", sum, raised.Load())
	}
}

func choose(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}
