package bot_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage/bolt"
)

// BenchmarkLeaderboard: a page costs the same wherever it is, and whether a
// thousand people are on the board or a million, who are not in memory. With
// -short it stays with a thousand.
func BenchmarkLeaderboard(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		if n > 1000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprint("people=", n), func(b *testing.B) { benchLeaderboard(b, n) })
	}
}

func benchLeaderboard(b *testing.B, n int) {
	store, err := bolt.Open(filepath.Join(b.TempDir(), "data"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	const now = 1_800_000_000
	if err := bot.RankPeople(b.Context(), store, n, time.Unix(now, 0)); err != nil {
		b.Fatal(err)
	}
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
	if err := w.end(); err != nil {
		b.Fatal(err)
	}
}
