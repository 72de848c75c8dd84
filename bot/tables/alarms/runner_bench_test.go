package bot_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// BenchmarkDue finds the ten alarms that are due among so many.
func BenchmarkDue(b *testing.B) {
	for _, all := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("alarms=%d", all), func(b *testing.B) { benchmarkDue(b, all) })
	}
}

func benchmarkDue(b *testing.B, all int) {
	store, err := bolt.Open(filepath.Join(b.TempDir(), "data"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	w := startWorld(b, store)
	const due = 10
	var docs []storage.Doc
	for i := range all {
		at := w.time().UnixMilli() + int64(i-due+1)*1000
		key := storage.Key{Kind: "alarm", ID: fmt.Sprintf("wall|%020d|nothing|%d", at, i)}
		if docs = append(docs, storage.Doc{Key: key, Data: []byte{}}); len(docs) == 1000 {
			if err := store.Commit(b.Context(), docs...); err != nil {
				b.Fatal(err)
			}
			docs = nil
		}
	}
	for b.Loop() {
		if n, err := w.bot.Due(b.Context()); err != nil || n != due {
			b.Fatal(n, err)
		}
	}
}
