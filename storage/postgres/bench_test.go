package postgres

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
)

// BenchmarkCommit compares commits, of a table and the note that an input was seen, with
// what PostgreSQL allows: commits of one small row. "x-floor" is how many of the former
// there are for each of the latter: the median of pairs, made in turns.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 8, 16, 32} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			dsn := pgtest.DSN(b)
			s := take(b, open(b, dsn, Options{})).Store()
			defer s.Close()
			pool := rows(b, fmt.Sprintf("%s&pool_max_conns=%d", dsn, writers))
			versions := make([]int64, writers)
			const pairs = 7
			var ratios, rates []float64
			b.ResetTimer()
			for pair := range pairs {
				each := max(b.N/pairs/writers, 1)
				floor := timed(writers, each, func(int, int) error {
					_, err := pool.Exec(b.Context(), `insert into floor (data) values ($1)`, make([]byte, 100))
					return err
				})
				own := timed(writers, each, func(w, i int) error {
					err := s.Commit(b.Context(),
						storage.Doc{Key: storage.Key{Kind: "table", ID: fmt.Sprint(w)}, Version: versions[w], Data: make([]byte, 1500)},
						storage.Doc{Key: storage.Key{Kind: "seen", ID: fmt.Sprint(pair, w, i)}, Data: []byte("{}")})
					versions[w]++
					return err
				})
				if own == 0 || floor == 0 {
					b.Fatal("a commit failed")
				}
				ratios = append(ratios, float64(floor)/float64(own))
				rates = append(rates, float64(each*writers)/own.Seconds())
			}
			b.ReportMetric(median(ratios), "x-floor")
			b.ReportMetric(median(rates), "commits/s")
		})
	}
}

// rows opens a pool on a table of small rows.
func rows(b *testing.B, dsn string) *pgxpool.Pool {
	b.Helper()
	pool, err := pgxpool.New(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	if _, err := pool.Exec(b.Context(), `create table floor (id bigserial primary key, data bytea)`); err != nil {
		b.Fatal(err)
	}
	return pool
}

// timed is how long it takes that all writers do something so many times, 0 if it fails.
func timed(writers, times int, do func(writer, i int) error) time.Duration {
	var wg sync.WaitGroup
	failed := make(chan error, writers)
	start := time.Now()
	for w := range writers {
		wg.Go(func() {
			for i := range times {
				if err := do(w, i); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	wg.Wait()
	if len(failed) > 0 {
		return 0
	}
	return time.Since(start)
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
