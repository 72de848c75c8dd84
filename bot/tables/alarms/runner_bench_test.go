package alarms

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"tarockbot/bot/documents"
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
	const due = 10
	now := time.Now()
	var docs []storage.Doc
	for i := range all {
		at := now.Add(time.Duration(i-due+1) * time.Second)
		docs = append(docs, MoveDocs("", Alarm{WallTime, SinceEpoch(at), "nothing", fmt.Sprint(i)}.Key())...)
		if len(docs) == 1000 {
			if err := store.Commit(b.Context(), docs...); err != nil {
				b.Fatal(err)
			}
			docs = nil
		}
	}
	clock := NewClock(nil, func() time.Time { return now.Add(time.Millisecond) }, nil, nil)
	r := &Runner{Store: documents.New(store, documents.Options{}), Clock: clock}
	for b.Loop() {
		clear(r.fired)
		if found, _, err := r.claimDue(b.Context(), WallTime, 0); err != nil || len(found) != due {
			b.Fatal(len(found), err)
		}
	}
}
