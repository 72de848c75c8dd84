package bot_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

var largeStart = flag.Bool("large-start", false, "run BenchmarkStart with 100,000 tables and a million rated people, which takes minutes")

// BenchmarkStart starts with many running matches, 1 % of them with stale messages.
func BenchmarkStart(b *testing.B) {
	path := filepath.Join(b.TempDir(), "data")
	benchmarkStart(b, func() (storage.Store, error) { return bolt.Open(path) })
}

func benchmarkStart(b *testing.B, open func() (storage.Store, error)) {
	bot.TuneMemory()
	tables, people := 5000, 20_000
	if *largeStart {
		tables, people = 100_000, 1_000_000
	}
	fillStore(b, open, tables, people)
	b.ResetTimer()
	for range b.N {
		measureStart(b, open, tables)
	}
}

const staleEvery = 100

func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func measureStart(b *testing.B, open func() (storage.Store, error), tables int) {
	b.Helper()
	debug.FreeOSMemory() // memory from making the data
	begin, work := time.Now(), cpuTime(b)
	store, err := open()
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	b.ReportMetric(time.Since(begin).Seconds(), "s-to-open")
	var shows atomic.Int64
	allShown := make(chan struct{})
	w := startWorld(b, store, withHook(func(chat.Place, chat.Ref, chat.Screen) error {
		if shows.Add(1) == int64(3*tables/staleEvery) {
			close(allShown)
		}
		return nil
	}), func(w *world) { w.net.AcceptsForeignRefs = true })
	b.ReportMetric(time.Since(begin).Seconds(), "s-to-ready")
	b.ReportMetric((cpuTime(b) - work).Seconds(), "cpu-s-to-ready")
	<-allShown
	b.ReportMetric(time.Since(begin).Seconds(), "s-to-shown")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys-m.HeapReleased)/(1<<20), "sys-MiB")
	b.ReportMetric(float64(liveHeap())/(1<<20), "heap-MiB")
	for _, ask := range []string{"games", "leaderboard"} {
		asked := time.Now()
		w.mustSay("carl", ask)
		b.ReportMetric(float64(time.Since(asked).Microseconds())/1000, "ms-"+ask)
	}
	must(b, w.end())
	b.StopTimer()
	markStale(b, store, tables)
	b.StartTimer()
}

func fillStore(b *testing.B, open func() (storage.Store, error), tables, people int) {
	b.Helper()
	store, err := open()
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	w := startWorld(b, store)
	id := w.seat("bamberger contra 4", "anna", "bert")
	for range 30 {
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
	}
	must(b, w.end())
	var ids [2]string
	w.read("identity", "fake:anna", &ids[0])
	w.read("identity", "fake:bert", &ids[1])
	var docs []storage.Doc
	for i := range tables {
		replacer := strings.NewReplacer(id, tableCode(i), ids[0], personCode(2*i), ids[1], personCode(2*i+1),
			"fake:anna", fmt.Sprint("fake:a", i), "fake:bert", fmt.Sprint("fake:b", i), string(channel), fmt.Sprint("fake:c", i))
		for _, kind := range []string{"table", "brief"} {
			doc, err := store.Get(b.Context(), storage.Key{Kind: kind, ID: id})
			if err != nil {
				b.Fatal(err)
			}
			docs = append(docs, storage.Doc{Key: storage.Key{Kind: kind, ID: tableCode(i)}, Data: []byte(replacer.Replace(string(doc.Data)))})
		}
		if len(docs) == 2000 || i == tables-1 {
			must(b, store.Commit(b.Context(), docs...))
			docs = nil
		}
	}
	markStale(b, store, tables)
	must(b, bot.RankPeople(b.Context(), store, people, time.Unix(1_800_000_000, 0)))
}

func markStale(b *testing.B, store storage.Store, tables int) {
	b.Helper()
	var docs []storage.Doc
	for i := 0; i < tables; i += staleEvery {
		key := storage.Key{Kind: "owed", ID: tableCode(i)}
		if _, err := store.Get(b.Context(), key); err != nil {
			docs = append(docs, storage.Doc{Key: key, Data: []byte{}})
		}
	}
	must(b, store.Commit(b.Context(), docs...))
}

func tableCode(i int) string {
	return strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("zz%06d", i))
}

func personCode(i int) string {
	return strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("y%07d", i))
}

func BenchmarkLeaderboard(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		if n > 1000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprint("people=", n), func(b *testing.B) { benchLeaderboard(b, n) })
	}
}

func benchLeaderboard(b *testing.B, n int) {
	store := openBolt(b, filepath.Join(b.TempDir(), "data"))
	const now = 1_800_000_000
	must(b, bot.RankPeople(b.Context(), store, n, time.Unix(now, 0)))
	w := startWorld(b, store, withLimits(bot.Limits{InputsPerPerson: 1 << 40, InputsPerChat: 1 << 40}))
	for name, line := range map[string]string{
		"first": "leaderboard kosakeln rating", "middle": "leaderboard kosakeln rating me",
		"last": "leaderboard kosakeln rating before=zzzzzz", "week": "leaderboard kosakeln week me",
	} {
		in := chat.Input{User: chat.UserID(fmt.Sprint("many:", n/2)), Name: fmt.Sprint("Many ", n/2), Line: line}
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				in.ID = fmt.Sprint("page", i)
				if a := w.input(in); strings.Count(text(*a.Screen), ". \u2068") < 10 {
					b.Fatalf("the page shows\n%s", text(*a.Screen))
				}
			}
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "heap-MiB")
		})
	}
	must(b, w.end())
}
