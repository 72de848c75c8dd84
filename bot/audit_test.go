package bot_test

import (
	"errors"
	"fmt"
	"slices"
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

// TestAudit: whatever in the store is not what the log makes of it, an audit
// finds it.
func TestAudit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 6 {
		w.match("anna", []string{"bert", "carl", "dora"}[i%3], "bamberger 2")
	}
	w.mustSay("dora", "settings ranking hidden")
	report := w.audited()
	if report.Matches != 6 || report.Standings != 4 || report.Places < 3*8 {
		t.Errorf("the audit has looked at %+v", report)
	}
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"match", "standing", "style", "rival", "rank", "band"} {
		for id, data := range w.documents(kind) {
			w.auditFinds(kind, id, nil)
			if i := strings.LastIndexAny(string(data), "123456789"); i >= 0 {
				changed := slices.Clone(data)
				changed[i]--
				w.auditFinds(kind, id, changed)
			}
			w.auditFinds(kind, id+"x", data)
		}
	}
	w.audited()
}

// auditFinds makes a document another for the time of an audit, which must find
// that.
func (w *world) auditFinds(kind, id string, data []byte) {
	w.t.Helper()
	was := w.put(kind, id, data)
	report, err := doctor.Audit(w.ctx, w.store, time.Unix(w.now.Load(), 0))
	if err == nil && report.Wrong == 0 {
		w.t.Errorf("%s %s is %q and was %q, and the audit finds nothing", kind, id, data, was)
	}
	w.put(kind, id, was)
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

// TestAuditOfOtherData: data of which the bot isn't sure are not audited.
func TestAuditOfOtherData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	for _, version := range []int{0, 9999} {
		doc, err := w.store.Get(t.Context(), storage.Key{Kind: "meta", ID: "version"})
		if err != nil {
			t.Fatal(err)
		}
		doc.Data = fmt.Append(nil, version)
		if err := w.store.Commit(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
		if report, err := doctor.Audit(t.Context(), w.store, time.Now()); err == nil {
			t.Errorf("data of version %d are audited: %+v", version, report)
		}
	}
}
