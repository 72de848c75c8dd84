package outbox

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// plainNotice returns the notice's screen.
func plainNotice(n Notice) chat.Screen { return screen(n.What + " by " + n.Name) }

// noticesOver returns the rig's Notices over a store that has these notices.
func noticesOver(t *testing.T, r *rig, store storage.Store, some ...Notice) *Notices {
	t.Helper()
	r.barred = chat.Place{User: "net:emil"}
	ns := NewNotices(r.Outbox, documents.New(store, documents.Options{}), time.Now, plainNotice)
	for _, n := range some {
		doc, err := n.Doc()
		if err == nil {
			err = store.Commit(t.Context(), doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return ns
}

// leftNotices returns the ids of the notices in the store.
func leftNotices(t *testing.T, store storage.Store) (ids []string) {
	t.Helper()
	for doc, err := range store.Scan(t.Context(), KindNotice, "", "") {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, doc.Key.ID)
	}
	return ids
}

// TestNotices tests that a notice is retried for a while, then waits for its reader or the next start, and is
// deleted once it is delivered.
func TestNotices(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		store := memory.New()
		some := []Notice{{To: "net:anna", What: "linked", Name: "bert", Entry: 1}, {To: "net:emil", What: "linked", Name: "bert", Entry: 2}}
		ns := noticesOver(t, r, store, some...)
		r.net.fail(errBad, chat.ErrBlocked)
		ns.Deliver(some...)
		ns.Deliver(some...)
		pass(time.Hour)
		r.asked(t, "0s : linked by bert to press fails", "2s : linked by bert to press fails")
		d := documents.NewDisclosure(chat.Identity{}, []chat.Identity{{User: "net:anna"}, {User: "net:dora"}})
		if err := ns.disclose(t.Context(), d); err != nil || !reflect.DeepEqual(d.Each, []map[string]any{{"notices": []string{"linked"}}, {"notices": []string(nil)}}) {
			t.Errorf("people haven't been told %v: %v", d.Each, err)
		}
		if !r.EndSilence(chat.Place{User: "net:anna"}) {
			t.Error("nobody waits for anna")
		}
		if strings.Contains(r.log.String(), "notice not told") {
			t.Errorf("the log is\n%s", r.log)
		}
		ns.DeliverTo(t.Context(), "net:bert")
		ns.DeliverTo(t.Context(), "net:anna")
		r.asked(t, "1h0m0s : linked by bert to press")
		if left := leftNotices(t, store); !slices.Equal(left, []string{"net:emil|0000000002"}) {
			t.Errorf("left are %q", left)
		}
		r.net.fail(chat.ErrRefused)
		noticesOver(t, r, store, Notice{To: "net:carl", What: "unlinked", Name: "dora", Entry: 3})
		if err := ns.DeliverAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.asked(t, "1h0m0s : unlinked by dora to press fails")
		if !strings.Contains(r.log.String(), "notice not told") || len(leftNotices(t, store)) != 2 {
			t.Errorf("left are %q; the log is\n%s", leftNotices(t, store), r.log)
		}
	})
}

// TestNoticesGo tests that notices are deleted after a while, and with the people whom they are to or about.
func TestNoticesGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, store, now := newRig(t, false), memory.New(), time.Now()
		ns := noticesOver(t, r, store,
			Notice{To: "net:anna", User: "net:bert", At: now.Add(-noticeLife), Entry: 1},
			Notice{To: "net:anna", User: "net:bert", At: now, Entry: 2},
			Notice{To: "net:bert", User: "net:anna", At: now, Entry: 3},
			Notice{To: "net:carl", User: "net:dora", At: now, Entry: 4})
		if err := ns.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := leftNotices(t, store); len(left) != 3 || left[0] != "net:anna|0000000002" {
			t.Errorf("left are %q", left)
		}
		if err := ns.Erase(t.Context(), &documents.Erasure{Identity: chat.Identity{User: "net:anna"}}); err != nil {
			t.Fatal(err)
		}
		if left := leftNotices(t, store); !slices.Equal(left, []string{"net:carl|0000000004"}) {
			t.Errorf("left are %q", left)
		}
	})
}

// TestPost tests that a single post is posted once, is retried for a while, and reports its result.
func TestPost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs []error
		want error
		asks int
	}{
		{nil, nil, 1},
		{[]error{errBad, chat.RetryAfter{Wait: time.Minute}}, nil, 3},
		{[]error{chat.ErrBlocked}, chat.ErrBlocked, 1},
		{[]error{chat.ErrRefused}, chat.ErrRefused, 1},
		{repeated(errBad, maxFailures), errBad, maxFailures},
		{repeated(chat.ErrGone, maxFailures), chat.ErrGone, maxFailures},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			var told []error
			r.net.fail(tt.errs...)
			r.Post("word", here, func() chat.Screen { return screen("a word") }, func(err error) { told = append(told, err) })
			r.Post("word", here, func() chat.Screen { return screen("a word") }, func(error) { t.Error("the second is posted, too") })
			pass(time.Hour)
			if n := len(r.net.take()); n != tt.asks {
				t.Errorf("%v: %d requests, want %d", tt.want, n, tt.asks)
			}
			if len(told) != 1 || !errors.Is(told[0], tt.want) {
				t.Errorf("%v: told was %v", tt.want, told)
			}
			if r.EndSilence(here) != errors.Is(tt.want, chat.ErrBlocked) {
				t.Errorf("%v: the place is silent, or it isn't", tt.want)
			}
			r.Post("word", here, func() chat.Screen { return screen("again") }, func(err error) { told = append(told, err) })
			synctest.Wait()
			if len(told) != 2 || told[1] != nil {
				t.Errorf("%v: the next isn't posted: %v", tt.want, told)
			}
		})
	}
}

// TestPostStands tests that a posted message isn't posted again if its notification must wait.
func TestPostStands(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		told := 0
		r.net.stand(here, "m1")
		r.net.fail(chat.RetryAfter{Wait: time.Minute})
		r.Post("word", here, func() chat.Screen { return screen("a word") }, func(error) { told++ })
		pass(time.Hour)
		r.asked(t, "0s : a word to press fails", "1m0s m1: a word to press")
		if told != 1 {
			t.Errorf("told %d times, want 1", told)
		}
	})
}

// TestPostAtTheEnd tests that posts that wait as the outbox ends, and later ones, report an error.
func TestPostAtTheEnd(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		var told []error
		r.net.fail(errBad)
		post := func(id string) {
			r.Post(id, here, func() chat.Screen { return screen("a word") }, func(err error) { told = append(told, err) })
		}
		post("early")
		synctest.Wait()
		r.end()
		post("late")
		if len(told) != 2 || told[0] == nil || told[1] == nil {
			t.Errorf("told was %v", told)
		}
	})
}

// TestPostFault tests that a panic is reported to the poster, that the next post of the same id works, and that
// over may post again.
func TestPostFault(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		var faults []error
		r.Post("word", here, func() chat.Screen { panic("broken") }, func(err error) { faults = append(faults, err) })
		synctest.Wait()
		if len(faults) != 1 || faults[0] == nil {
			t.Errorf("told was %v, want one fault", faults)
		}
		told := 0
		word := func() chat.Screen { return screen("a word") }
		r.Post("word", here, word, func(error) {
			r.Post("word", here, word, func(error) { told++ })
		})
		synctest.Wait()
		r.asked(t, "0s : a word to press", "0s : a word to press")
		if told != 1 {
			t.Errorf("told %d times, want 1", told)
		}
	})
}
