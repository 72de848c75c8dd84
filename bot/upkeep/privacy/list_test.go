package privacy

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/storage/memory"
)

type fakeList struct {
	mu     sync.Mutex
	all    []people.Forgotten
	addErr error
	hangs  bool
}

func (l *fakeList) List(context.Context) ([]people.Forgotten, error) { return l.all, nil }

func (l *fakeList) Add(ctx context.Context, added ...people.Forgotten) error {
	if l.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.addErr == nil {
		l.all = append(l.all, added...)
	}
	return l.addErr
}

func (l *fakeList) setAddErr(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.addErr = err
}

// TestListedLater: people are erased even while the list fails, and listed later.
func TestListedLater(t *testing.T) {
	t.Parallel()
	errAway := errors.New("away")
	for name, tt := range map[string]struct {
		list       *fakeList
		meanwhile  func(*fakeList)
		wantListed int
	}{
		"list recovers while running": {&fakeList{addErr: errAway}, func(l *fakeList) {
			<-time.After(5 * time.Minute)
			l.setAddErr(nil)
			<-time.After(2 * time.Minute)
			l.setAddErr(errAway)
		}, 1},
		"list recovers at the end": {&fakeList{addErr: errAway}, func(l *fakeList) { l.setAddErr(nil) }, 1},
		"list hangs":               {&fakeList{hangs: true}, func(*fakeList) {}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancel(t.Context())
				log, list := new(strings.Builder), tt.list
				e, ps := newEraser(memory.New())
				e.Log, e.ForgottenList = slog.New(slog.NewTextHandler(log, nil)), list
				anna := forget(t, e, "anna")
				go e.Run(ctx)
				synctest.Wait()
				tt.meanwhile(list)
				stop()
				synctest.Wait()
				if len(list.all) != tt.wantListed || tt.wantListed == 1 && list.all[0].Person != anna.ID {
					t.Errorf("the list is %v", list.all)
				}
				if ps.Erasures.IsBlocked("fake:anna") == (tt.wantListed == 1) || strings.Contains(log.String(), "list of forgotten people: away") != (tt.wantListed == 1) {
					t.Errorf("anna is blocked: %v; the log is\n%s", ps.Erasures.IsBlocked("fake:anna"), log)
				}
			})
		})
	}
}

func TestListedWhileErasingFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		list, tries := &fakeList{addErr: errors.New("away")}, 0
		var listed []people.Forgotten
		e, _ := newEraser(memory.New(), documents.Holder{Kind: "away", Erase: func(context.Context, *documents.Erasure) error {
			list.addErr = nil
			if tries++; tries == 3 {
				listed = slices.Clone(list.all)
				stop()
			}
			return errors.New("away")
		}})
		e.ForgottenList = list
		anna := forget(t, e, "anna")
		e.Run(ctx)
		if len(listed) != 1 || listed[0].Person != anna.ID {
			t.Errorf("after two failed erasures the list is %v", listed)
		}
	})
}

func TestLoad(t *testing.T) {
	t.Parallel()
	ctx, store, list := t.Context(), memory.New(), new(fakeList)
	killed, _ := newEraser(store)
	anna, err := killed.People.Resolve(ctx, chat.Input{User: "fake:anna", Name: "anna"})
	if err != nil {
		t.Fatal(err)
	}
	list.all = []people.Forgotten{{Person: anna.ID, At: time.Unix(7, 0).UTC()}, {Person: "long gone"}}
	bert := forget(t, killed, "bert")
	e, ps := newEraser(store)
	e.ForgottenList = list
	must(t, e.Load(ctx))
	if len(list.all) != 3 || list.all[2].Person != bert.ID || !ps.Erasures.IsBlocked("fake:anna") {
		t.Errorf("the list is %v, and anna is blocked: %v", list.all, ps.Erasures.IsBlocked("fake:anna"))
	}
	if n, err := e.EraseAll(ctx); n != 2 || err != nil {
		t.Errorf("%d people were erased, want 2: %v", n, err)
	}
}
