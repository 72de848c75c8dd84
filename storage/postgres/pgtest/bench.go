package pgtest

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Floor measures the least that commits cost in PostgreSQL: those of one small row each.
type Floor struct {
	pool    *pgxpool.Pool
	writers int
}

// NewFloor creates the table of rows in the database, which must not have it.
func NewFloor(t testing.TB, dsn string, writers int) *Floor {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = int32(writers) //nolint:gosec // a few
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := pool.Exec(t.Context(), `create table floor (id bigserial primary key, data bytea)`); err != nil {
		t.Fatal(err)
	}
	return &Floor{pool, writers}
}

// Commits returns how long it takes the writers to commit so many rows each.
func (f *Floor) Commits(t testing.TB, each int) time.Duration {
	t.Helper()
	return Timed(t, f.writers, each, func(int, int) error {
		_, err := f.pool.Exec(t.Context(), `insert into floor (data) values ($1)`, make([]byte, 100))
		return err
	})
}

// Timed returns how long it takes the writers to call do so many times each.
func Timed(t testing.TB, writers, each int, do func(writer, i int) error) time.Duration {
	t.Helper()
	var wg sync.WaitGroup
	start := time.Now()
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := do(w, i); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}
