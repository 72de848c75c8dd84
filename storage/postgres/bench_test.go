package postgres

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
)

// "x-floor" divides the time of PostgreSQL's smallest commits by the time of ours, measured in turns.
func BenchmarkCommit(b *testing.B) {
	table := func(w int, version int64) storage.Doc {
		return storage.Doc{Key: storage.Key{Kind: "table", ID: fmt.Sprint(w)}, Version: version, Data: make([]byte, 1500)}
	}
	for _, kind := range []struct {
		name string
		docs func(w int, version int64, input string) []storage.Doc
	}{
		{"move", func(w int, version int64, _ string) []storage.Doc { return []storage.Doc{table(w, version)} }},
		{"move and input", func(w int, version int64, input string) []storage.Doc {
			return []storage.Doc{table(w, version), docOf("seen", input, 0, "{}")}
		}},
		{"two new documents", func(_ int, _ int64, input string) []storage.Doc {
			return []storage.Doc{docOf("challenge", input, 0, "{}"), docOf("seen", input, 0, "{}")}
		}},
	} {
		for _, writers := range []int{1, 8, 16, 32} {
			b.Run(fmt.Sprintf("%s/writers=%d", kind.name, writers), func(b *testing.B) { benchmarkCommit(b, writers, kind.docs) })
		}
	}
}

func benchmarkCommit(b *testing.B, writers int, docs func(w int, version int64, input string) []storage.Doc) {
	b.Helper()
	dsn := pgtest.DSN(b)
	s := acquire(b, open(b, dsn, Options{})).Store()
	defer s.Close()
	floor := pgtest.NewFloor(b, dsn, writers)
	versions := make([]int64, writers)
	const pairs = 7
	var ratios, rates []float64
	b.ResetTimer()
	for pair := range pairs {
		perWriter := max(b.N/pairs/writers, 1)
		floorTime := floor.Commits(b, perWriter)
		ownTime := pgtest.Timed(b, writers, perWriter, func(w, i int) error {
			err := s.Commit(b.Context(), docs(w, versions[w], fmt.Sprint(pair, w, i))...)
			versions[w]++
			return err
		})
		ratios = append(ratios, float64(floorTime)/float64(ownTime))
		rates = append(rates, float64(perWriter*writers)/ownTime.Seconds())
	}
	b.ReportMetric(median(ratios), "x-floor")
	b.ReportMetric(median(rates), "commits/s")
}

func BenchmarkManyDocuments(b *testing.B) {
	s := acquire(b, open(b, pgtest.DSN(b), Options{})).Store()
	defer s.Close()
	timePerDoc := func(n, round int) float64 {
		docs := make([]storage.Doc, n)
		for i := range docs {
			docs[i] = docOf("table", fmt.Sprint(n, i), int64(round), strings.Repeat("x", 1000))
		}
		took := pgtest.Timed(b, 1, 1, func(int, int) error { return s.Commit(b.Context(), docs...) })
		return float64(took) / float64(n)
	}
	var ratios []float64
	for round := 0; b.Loop(); round++ {
		timeOfFew, timeOfMany := timePerDoc(1000, round), timePerDoc(10_000, round)
		if round > 0 { // in round 0 the documents are new
			ratios = append(ratios, timeOfMany/timeOfFew)
		}
	}
	if len(ratios) > 0 {
		b.ReportMetric(median(ratios), "x")
	}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
