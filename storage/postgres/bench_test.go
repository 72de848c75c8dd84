package postgres

import (
	"fmt"
	"slices"
	"testing"

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
			floor := pgtest.NewFloor(b, dsn, writers)
			versions := make([]int64, writers)
			const pairs = 7
			var ratios, rates []float64
			b.ResetTimer()
			for pair := range pairs {
				each := max(b.N/pairs/writers, 1)
				least := floor.Commits(b, each)
				own := pgtest.Timed(b, writers, each, func(w, i int) error {
					err := s.Commit(b.Context(),
						storage.Doc{Key: storage.Key{Kind: "table", ID: fmt.Sprint(w)}, Version: versions[w], Data: make([]byte, 1500)},
						storage.Doc{Key: storage.Key{Kind: "seen", ID: fmt.Sprint(pair, w, i)}, Data: []byte("{}")})
					versions[w]++
					return err
				})
				ratios = append(ratios, float64(least)/float64(own))
				rates = append(rates, float64(each*writers)/own.Seconds())
			}
			b.ReportMetric(median(ratios), "x-floor")
			b.ReportMetric(median(rates), "commits/s")
		})
	}
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
