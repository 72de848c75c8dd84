package bot_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

const manyTables = 10_000

// BenchmarkStart is the start of a bot with ten thousand matches going on: the
// time until the network is served, and until every message has been shown,
// and the memory then, tuned as the program does it.
func BenchmarkStart(b *testing.B) {
	bot.TuneMemory()
	path := filepath.Join(b.TempDir(), "data")
	fill(b, path)
	b.ResetTimer()
	for range b.N {
		benchmarkStart(b, path)
	}
}

func benchmarkStart(b *testing.B, path string) {
	runtime.GC()
	begin := time.Now()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	var shows atomic.Int64
	all := make(chan struct{})
	w := startWorld(b, store, withHook(func(bot.Place, bot.Ref, bot.Screen) error {
		if shows.Add(1) == 3*manyTables {
			close(all)
		}
		return nil
	}), func(w *world) { w.net.Old = true })
	b.ReportMetric(time.Since(begin).Seconds(), "s-to-ready")
	<-all
	b.ReportMetric(time.Since(begin).Seconds(), "s-to-shown")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/(1<<20), "sys-MiB")
	b.ReportMetric(float64(liveHeap())/(1<<20), "heap-MiB")
	if err := w.end(); err != nil {
		b.Fatal(err)
	}
}

// fill makes the data file: copies of a match in the middle of its first deal.
func fill(b *testing.B, path string) {
	b.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	w := startWorld(b, store)
	id := w.seat("anna", "bert", "bamberger contra 4")
	for range 30 {
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
	}
	if err := w.end(); err != nil {
		b.Fatal(err)
	}
	doc, err := store.Get(b.Context(), storage.Key{Kind: "table", ID: id})
	if err != nil {
		b.Fatal(err)
	}
	var docs []storage.Doc
	for i := range manyTables {
		code := strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("zzz%05d", i))
		data := strings.ReplaceAll(string(doc.Data), id, code)
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: "table", ID: code}, Data: []byte(data)})
		if len(docs) == 500 {
			if err := store.Commit(b.Context(), docs...); err != nil {
				b.Fatal(err)
			}
			docs = nil
		}
	}
}
