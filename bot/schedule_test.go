package bot_test

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// alarmReads is a store that counts how often alarms are looked for.
type alarmReads struct {
	storage.Store
	n atomic.Int64
}

func (s *alarmReads) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	if kind == "alarm" {
		s.n.Add(1)
	}
	return s.Store.Scan(ctx, kind, from, to)
}

// TestNothingDueNothingRead: a bot at which nothing is due doesn't look for alarms,
// and one that is set meanwhile rings on time.
func TestNothingDueNothingRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &alarmReads{Store: memory.New()}
		w := startWorld(t, store, ticking)
		pass(10 * time.Second)
		before := store.n.Load()
		pass(24 * time.Hour)
		if got := store.n.Load() - before; got != 0 {
			t.Errorf("alarms were looked for %d times in a day without any", got)
		}
		id, who := seatPaced(w, "live")
		pass(2*time.Minute + time.Second)
		if got := stage(w, id, who); got != 3 {
			t.Errorf("a second after the time was up the stage is %d, want 3", got)
		}
	})
}
