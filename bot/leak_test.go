package bot_test

import (
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

var leakMatches = flag.Int("leak", 60, "matches in TestLeak")

// TestLeak checks fault 45, a leak of goroutines or memory. It measures the whole process, so it can't run in
// parallel.
func TestLeak(t *testing.T) {
	w := startWorld(t, memory.New(), withHook(func(chat.Place, chat.Ref, chat.Screen) error { return chat.ErrBlocked }))
	playRounds(w, *leakMatches/3) // fills the caches
	goroutines, heap := runtime.NumGoroutine(), liveHeap()
	playRounds(w, *leakMatches*2/3)
	w.eventually("the goroutines of finished matches to end", func() bool {
		return runtime.NumGoroutine() <= goroutines
	})
	// A match leaves documents in the store, here in memory.
	const perMatch = 24 << 10
	grown := int64(liveHeap()) - int64(heap)
	if limit := int64(4<<20 + *leakMatches*2/3*perMatch); grown > limit {
		t.Errorf("the heap grew by %d bytes, want at most %d", grown, limit)
	}
	t.Logf("after %d matches: %d goroutines (%d before), heap grown by %d KiB", *leakMatches, runtime.NumGoroutine(), goroutines, grown>>10)
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func playRounds(w *world, n int) {
	w.t.Helper()
	for i := range n {
		host, guest := fmt.Sprint("host", i%7), fmt.Sprint("guest", i%11)
		w.mustSay(guest, "help")
		w.mustSay(host, "challenge @"+guest+" spieleversum 2")
		w.mustSay(guest, "accept")
		for who := host; ; {
			s := w.says(who, "resign").Screen
			if s == nil {
				break
			}
			w.mustSay(who, offeredLine(*s, "resign "))
		}
		for j := range 20 {
			w.says(fmt.Sprint("stranger", i%5), fmt.Sprintf("hand %s%04d", "aaaa", 2222+j))
			w.says("stranger", fmt.Sprintf("do abcdef%02d 1 play XXI", 22+j))
		}
		w.jump(25 * time.Hour)
		must(w.t, w.bot.Sweep(w.ctx))
	}
}
