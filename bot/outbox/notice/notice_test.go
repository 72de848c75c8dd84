package notice

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/outboxtest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

func noticeScreen(n Notice) chat.Screen { return outboxtest.Screen(n.What + " by " + n.Name) }

type rig struct {
	*outbox.Outbox
	net   *outboxtest.Network
	store storage.Store
	log   *bytes.Buffer
}

func noticeTest(t *testing.T, test func(*testing.T, *rig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{net: outboxtest.New(), store: memory.New(), log: new(bytes.Buffer)}
		ctx, cancel := context.WithCancel(t.Context())
		var work sync.WaitGroup
		defer work.Wait()
		defer cancel()
		r.Outbox = outbox.New(outbox.Config{
			Context: ctx, Work: &work, Platforms: map[string]chat.Platform{"net": r.net}, Log: slog.New(slog.NewTextHandler(r.log, nil)),
			Metrics: outboxtest.NoMetrics{}, Barred: func(p chat.Place) bool { return p.User == "net:emil" }, Acting: func() bool { return true }, DrawSlots: make(chan struct{}, 1),
		})
		test(t, r)
	})
}

func (r *rig) storeNotices(t *testing.T, stored ...Notice) *Notices {
	t.Helper()
	for _, n := range stored {
		doc, err := n.Doc()
		if err == nil {
			err = r.store.Commit(t.Context(), doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return New(r.Outbox, documents.New(r.store, documents.Options{}), time.Now, noticeScreen)
}

func storedIDs(t *testing.T, store storage.Store) (ids []string) {
	t.Helper()
	for doc, err := range store.Scan(t.Context(), KindNotice, "", "") {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, doc.Key.ID)
	}
	return ids
}

func TestNoticeDelivery(t *testing.T) {
	noticeTest(t, func(t *testing.T, r *rig) {
		stored := []Notice{{To: "net:anna", What: "linked", Name: "bert", Entry: 1}, {To: "net:emil", What: "linked", Name: "bert", Entry: 2}}
		ns := r.storeNotices(t, stored...)
		r.net.FailNext(errors.New("bad gateway"), chat.ErrBlocked)
		ns.Deliver(stored...)
		ns.Deliver(stored...)
		outboxtest.AdvanceTime(time.Hour)
		r.net.CheckRequests(t, "0s : linked by bert to press fails", "2s : linked by bert to press fails")
		d := documents.NewDisclosure(chat.Identity{}, []chat.Identity{{User: "net:anna"}, {User: "net:dora"}})
		if err := ns.disclose(t.Context(), d); err != nil || !reflect.DeepEqual(d.PerAccount, []map[string]any{{"notices": []string{"linked"}}, {"notices": []string(nil)}}) {
			t.Errorf("disclosed %v: %v", d.PerAccount, err)
		}
		if !r.EndSilence(chat.Place{User: "net:anna"}) {
			t.Error("the blocked post didn't silence anna's place")
		}
		if strings.Contains(r.log.String(), "notice not delivered") {
			t.Errorf("the log is\n%s", r.log)
		}
		ns.DeliverTo(t.Context(), "net:bert")
		ns.DeliverTo(t.Context(), "net:anna")
		r.net.CheckRequests(t, "1h0m0s : linked by bert to press")
		if left := storedIDs(t, r.store); !slices.Equal(left, []string{"net:emil|0000000002"}) {
			t.Errorf("stored notices: %q", left)
		}
		r.net.FailNext(chat.ErrRefused)
		r.storeNotices(t, Notice{To: "net:carl", What: "unlinked", Name: "dora", Entry: 3})
		if err := ns.DeliverAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.net.CheckRequests(t, "1h0m0s : unlinked by dora to press fails")
		if !strings.Contains(r.log.String(), "notice not delivered") || len(storedIDs(t, r.store)) != 2 {
			t.Errorf("stored notices: %q; the log is\n%s", storedIDs(t, r.store), r.log)
		}
	})
}

func TestOldAndErasedNoticesAreDeleted(t *testing.T) {
	noticeTest(t, func(t *testing.T, r *rig) {
		now := time.Now()
		ns := r.storeNotices(t,
			Notice{To: "net:anna", User: "net:bert", At: now.Add(-life), Entry: 1},
			Notice{To: "net:anna", User: "net:bert", At: now, Entry: 2},
			Notice{To: "net:bert", User: "net:anna", At: now, Entry: 3},
			Notice{To: "net:carl", User: "net:dora", At: now, Entry: 4})
		if err := ns.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := storedIDs(t, r.store); len(left) != 3 || left[0] != "net:anna|0000000002" {
			t.Errorf("stored notices: %q", left)
		}
		if err := ns.erase(t.Context(), &documents.Erasure{Identity: chat.Identity{User: "net:anna"}}); err != nil {
			t.Fatal(err)
		}
		if left := storedIDs(t, r.store); !slices.Equal(left, []string{"net:carl|0000000004"}) {
			t.Errorf("stored notices: %q", left)
		}
	})
}

func TestDamagedNoticeIsSkipped(t *testing.T) {
	noticeTest(t, func(t *testing.T, r *rig) {
		if err := r.store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: KindNotice, ID: "broken"}, Data: []byte("{")}); err != nil {
			t.Fatal(err)
		}
		if err := r.storeNotices(t, Notice{To: "net:anna", What: "linked", Name: "bert", Entry: 1}).DeliverAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		outboxtest.AdvanceTime(time.Second)
		r.net.CheckRequests(t, "0s : linked by bert to press")
		if !strings.Contains(r.log.String(), "notice skipped") {
			t.Errorf("the log is\n%s", r.log)
		}
	})
}
