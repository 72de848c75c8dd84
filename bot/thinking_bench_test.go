package bot_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
)

// BenchmarkComputer measures the time from a press to the next offered move.
func BenchmarkComputer(b *testing.B) {
	bot.TuneMemory()
	for store, open := range map[string]func(*testing.B) storage.Store{
		"bolt":     func(b *testing.B) storage.Store { return openBolt(b, filepath.Join(b.TempDir(), "data")) },
		"postgres": func(b *testing.B) storage.Store { return openDatabase(b, pgtest.Start(b, "", "max_connections=200")) },
	} {
		for _, match := range []string{"strohmandeln easy 24", "strohmandeln medium 24", "strohmandeln strong 24", "loew medium 24"} {
			b.Run(store+"/"+strings.ReplaceAll(match, " ", "-"), func(b *testing.B) { benchmarkComputer(b, open(b), match) })
		}
	}
}

type commitCounter struct {
	storage.Store
	commits atomic.Int64
}

func (s *commitCounter) Commit(ctx context.Context, docs ...storage.Doc) error {
	s.commits.Add(1)
	return s.Store.Commit(ctx, docs...)
}

func benchmarkComputer(b *testing.B, store storage.Store, match string) {
	counted, seen := &commitCounter{Store: store}, newShownScreens()
	w := startWorld(b, counted, withHook(seen.hook), withTickingClock)
	l := &practiceRun{w: w, seen: seen, match: match}
	l.begin()
	before := counted.commits.Load()
	b.ResetTimer()
	for len(l.delays) < b.N {
		l.press()
	}
	b.StopTimer()
	b.ReportMetric(float64(counted.commits.Load()-before)/float64(b.N), "commits/op")
	slices.Sort(l.delays)
	for _, percent := range []int{50, 99} {
		b.ReportMetric(float64(l.delays[(len(l.delays)-1)*percent/100].Microseconds())/1000, fmt.Sprintf("shown-p%d-ms", percent))
	}
	must(b, w.end())
}

type practiceRun struct {
	w      *world
	seen   *shownScreens
	match  string
	delays []time.Duration
}

func (l *practiceRun) begin() { l.await("practice " + l.match) }

func (l *practiceRun) await(line string) {
	next := l.seen.nextShown(private("anna"))
	l.w.mustSay(annaFake, line)
	for {
		<-next
		next = l.seen.nextShown(private("anna"))
		if s := l.seen.lastShown(private("anna")); offeredMove(s) != "" || isOver(s) {
			return
		}
	}
}

func (l *practiceRun) press() {
	m, began := offeredMove(l.seen.lastShown(private("anna"))), time.Now()
	if m == "" {
		l.begin()
		return
	}
	l.await(m)
	l.delays = append(l.delays, time.Since(began))
}
