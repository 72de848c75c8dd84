package pgtest

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Floor measures PostgreSQL's cheapest commits: one small row each.
type Floor struct {
	pool    *pgxpool.Pool
	writers int
}

// NewFloor creates the database's table floor.
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

// Commits returns the time in which each writer commits perWriter times.
func (f *Floor) Commits(t testing.TB, perWriter int) time.Duration {
	t.Helper()
	return Timed(t, f.writers, perWriter, func(int, int) error {
		_, err := f.pool.Exec(t.Context(), `insert into floor (data) values ($1)`, make([]byte, 100))
		return err
	})
}

// Timed returns the time in which each writer calls do perWriter times.
func Timed(t testing.TB, writers, perWriter int, do func(writer, i int) error) time.Duration {
	t.Helper()
	var wg sync.WaitGroup
	start := time.Now()
	for w := range writers {
		wg.Go(func() {
			for i := range perWriter {
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
