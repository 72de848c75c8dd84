package bot_test

import (
	"testing"
	"testing/synctest"

	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// TestRatedKilled: wherever the process dies while a match ends, it counts and is
// rated once, and never as long as it goes on.
func TestRatedKilled(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		for dies := range int64(4) {
			synctest.Test(t, func(t *testing.T) {
				store := &mortal{Flaky: &storagetest.Flaky{Store: memory.New()}, how: storagetest.Failure{Err: storage.ErrUncertain, Applied: applied}}
				w := startWorld(t, store)
				id := w.seat("bamberger 2", "anna", "bert")
				synctest.Wait()
				store.left.Store(dies + 1)
				_, err := w.bot.Handle(w.ctx, w.in("bert", "leave "+id+" yes"))
				if (err != nil) != (dies == 0) {
					t.Errorf("died at commit %d: %v", dies+1, err)
				}
				synctest.Wait()
				if store.left.Load() <= 0 {
					_ = w.end() // it has died
					store.Reopen()
					w.boot()
				}
				var table stored
				w.read("table", id, &table)
				if over := table.Stage == "finished"; over != (w.audited().Matches == 1) {
					t.Errorf("applied %v, died at commit %d: the match is over: %v, and %d count", applied, dies+1, over, w.audited().Matches)
				}
				w.says("bert", "leave "+id+" yes")
				if n := w.audited().Matches; n != 1 {
					t.Errorf("applied %v, died at commit %d: %d matches count in the end", applied, dies+1, n)
				}
			})
		}
	}
}
