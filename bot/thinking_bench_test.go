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

// BenchmarkComputer measures from a press to the next offered move.
func BenchmarkComputer(b *testing.B) {
	bot.TuneMemory()
	for store, open := range map[string]func(*testing.B) storage.Store{
		"bolt":     func(b *testing.B) storage.Store { return opened(b, filepath.Join(b.TempDir(), "data")) },
		"postgres": func(b *testing.B) storage.Store { return openDatabase(b, pgtest.Start(b, "", "max_connections=200")) },
	} {
		for _, match := range []string{"strohmandeln easy 24", "strohmandeln medium 24", "strohmandeln strong 24", "loew medium 24"} {
			b.Run(store+"/"+strings.ReplaceAll(match, " ", "-"), func(b *testing.B) { benchmarkComputer(b, open(b), match) })
		}
	}
}

type committing struct {
	storage.Store
	commits atomic.Int64
}

func (s *committing) Commit(ctx context.Context, docs ...storage.Doc) error {
	s.commits.Add(1)
	return s.Store.Commit(ctx, docs...)
}

func benchmarkComputer(b *testing.B, store storage.Store, match string) {
	counted, seen := &committing{Store: store}, newArrivals()
	w := startWorld(b, counted, withHook(seen.hook), ticking)
	l := &lane{w: w, seen: seen, match: match}
	l.begin()
	before := counted.commits.Load()
	b.ResetTimer()
	for len(l.shown) < b.N {
		l.press()
	}
	b.StopTimer()
	b.ReportMetric(float64(counted.commits.Load()-before)/float64(b.N), "commits/op")
	slices.Sort(l.shown)
	for _, percent := range []int{50, 99} {
		b.ReportMetric(float64(l.shown[(len(l.shown)-1)*percent/100].Microseconds())/1000, fmt.Sprintf("shown-p%d-ms", percent))
	}
	must(b, w.end())
}

type lane struct {
	w     *world
	seen  *arrivals
	match string
	shown []time.Duration
}

func (l *lane) begin() { l.await("practice " + l.match) }

func (l *lane) await(line string) {
	next := l.seen.next(private("anna"))
	l.w.mustSay(here, line)
	for {
		<-next
		next = l.seen.next(private("anna"))
		if s := l.seen.last(private("anna")); move(s) != "" || isOver(s) {
			return
		}
	}
}

func (l *lane) press() {
	m, began := move(l.seen.last(private("anna"))), time.Now()
	if m == "" {
		l.begin()
		return
	}
	l.await(m)
	l.shown = append(l.shown, time.Since(began))
}
