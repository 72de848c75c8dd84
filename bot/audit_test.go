package bot_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/people/standing"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// audited checks that all standings are what the log makes of them.
func (w *world) audited() standing.AuditReport {
	w.t.Helper()
	return w.auditedAt(time.Unix(w.now.Load(), 0))
}

// auditedAt is audited of data that a bot of that time has left.
func (w *world) auditedAt(now time.Time) standing.AuditReport {
	w.t.Helper()
	report, err := doctor.Audit(w.ctx, w.store, now)
	if err != nil {
		w.t.Fatal(err)
	}
	if report.Wrong > 0 {
		w.t.Fatalf("%d faults:\n%s", report.Wrong, strings.Join(report.Faults, "\n"))
	}
	return report
}

// match lets the guest leave a match of two, which the host wins.
func (w *world) match(host, guest, rules string) {
	w.t.Helper()
	w.seat(host, guest, rules)
	w.mustSay(guest, "leave yes")
}

// put makes the document what the data say, and returns what it was; nil is none.
func (w *world) put(kind, id string, data []byte) (was []byte) {
	w.t.Helper()
	key := storage.Key{Kind: kind, ID: id}
	doc, err := w.store.Get(w.ctx, key)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		w.t.Fatal(err)
	}
	doc.Key, was, doc.Data = key, doc.Data, data
	if err := w.store.Commit(w.ctx, doc); err != nil {
		w.t.Fatal(err)
	}
	return was
}

// TestRatedKilled: wherever the process dies while a match ends, it counts and is
// rated once, and never as long as it goes on.
func TestRatedKilled(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		for dies := range int64(4) {
			synctest.Test(t, func(t *testing.T) {
				store := &mortal{Flaky: &storagetest.Flaky{Store: memory.New()}, how: storagetest.Failure{Err: storage.ErrUncertain, Applied: applied}}
				w := startWorld(t, store)
				id := w.seat("anna", "bert", "bamberger 2")
				synctest.Wait()
				store.left.Store(dies + 1)
				_, err := w.bot.Handle(w.ctx, press("bert", w.newID(), "leave "+id+" yes"))
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
