//go:build linux

package bolt

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"tarockbot/storage"
)

// A commit must write and sync twice. "x-floor" is the time of a commit, divided by the time to write and sync 4 KiB
// twice. Expect slightly above 1 with one writer, far below with many.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			dir := b.TempDir()
			floor := syncTime(b, dir) * 2
			s := open(b, filepath.Join(dir, "tarock.db"))
			b.ResetTimer()
			commitAll(b, s, writers)
			perCommit := float64(b.Elapsed()) / float64(b.N)
			b.ReportMetric(perCommit/float64(floor), "x-floor")
			b.ReportMetric(float64(time.Second)/perCommit, "commits/s")
		})
	}
}

func commitAll(b *testing.B, s *Store, writers int) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			d := storage.Doc{Key: storage.Key{Kind: "table", ID: fmt.Sprint(w)}, Data: make([]byte, 1500)}
			for i := w; i < b.N; i += writers {
				if err := s.Commit(b.Context(), d); err != nil {
					b.Error(err)
					return
				}
				d.Version++
			}
		})
	}
	wg.Wait()
}

func syncTime(b *testing.B, dir string) time.Duration {
	f, err := os.Create(filepath.Join(dir, "floor"))
	must(b, err)
	defer f.Close()
	const times = 200
	page := make([]byte, 4096)
	start := time.Now()
	for i := range times {
		if _, err := f.WriteAt(page, int64(i%16)*4096); err != nil {
			b.Fatal(err)
		}
		must(b, syscall.Fdatasync(int(f.Fd())))
	}
	return time.Since(start) / times
}
