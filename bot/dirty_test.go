package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

type tableReadCounter struct {
	storage.Store
	reads atomic.Int64
}

func (s *tableReadCounter) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if key.Kind == "table" {
		s.reads.Add(1)
	}
	return s.Store.Get(ctx, key)
}

func TestStartShowsStaleScreens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var shown []chat.Place
		store := &tableReadCounter{Store: memory.New()}
		w := startWorld(t, store, withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50}))
		w.mustSay("anna", "settings calls now")
		w.mustSay("bert", "settings calls now")
		var tables []string
		for range 12 {
			tables = append(tables, w.seat("bamberger 2 live", "anna", "bert")) // slow matches would share a digest
		}
		synctest.Wait()
		stale := tables[7]
		w.net.FailNext(private("bert"), errNetwork)
		w.mustSay("anna", offeredMove(w.hand("anna", stale)))
		w.end()
		if marks := keys(w.documents("owed")); !slices.Equal(marks, []string{stale}) {
			t.Errorf("marked tables: %v, want %s", marks, stale)
		}
		store.reads.Store(0)
		w.net.BeforeShow = func(p chat.Place, _ chat.Ref, _ chat.Screen) error {
			mu.Lock()
			defer mu.Unlock()
			shown = append(shown, p)
			return nil
		}
		w.boot()
		synctest.Wait()
		if n := store.reads.Load(); n != 1 {
			t.Errorf("%d tables are read, want 1", n)
		}
		mu.Lock()
		if want := private("bert"); !slices.Contains(shown, want) || len(shown) > 3 {
			t.Errorf("shown places: %v, want %v", shown, want)
		}
		mu.Unlock()
		pass(time.Minute)
		if marks := keys(w.documents("owed")); len(marks) > 0 {
			t.Errorf("still marked: %v", marks)
		}
	})
}

// gate delays one commit after armed is set: reached closes when the commit waits, closing open lets it go on.
type gate struct {
	storage.Store
	conditions    []func(storage.Doc) bool // each matches a document of that commit
	armed         atomic.Bool
	reached, open chan struct{}
}

func newGate(conditions ...func(storage.Doc) bool) *gate {
	return &gate{Store: memory.New(), conditions: conditions, reached: make(chan struct{}), open: make(chan struct{})}
}

func ofKind(kind string) func(storage.Doc) bool {
	return func(d storage.Doc) bool { return d.Key.Kind == kind }
}

func (g *gate) Commit(ctx context.Context, docs ...storage.Doc) error {
	lacksDoc := slices.ContainsFunc(g.conditions, func(condition func(storage.Doc) bool) bool { return !slices.ContainsFunc(docs, condition) })
	if !lacksDoc && g.armed.CompareAndSwap(true, false) {
		close(g.reached)
		<-g.open
	}
	return g.Store.Commit(ctx, docs...)
}

func TestChangeIsShownAfterKill(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line  string
		at    chat.Place
		shows func(chat.Screen) bool
	}{
		{"settings language de", private("anna"), func(s chat.Screen) bool { return s.Lang == "de" }},
		{"settings confirm on", private("anna"), func(s chat.Screen) bool { return strings.HasPrefix(offeredMove(s), "confirm ") }},
		{"away 5", public, contains("is away until")},
	} {
		for write := range 5 {
			t.Run(fmt.Sprint(tt.line, " ", write), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					store := &storagetest.Flaky{Store: memory.New()}
					w := startWorld(t, store, withTickingClock)
					id := w.seat("bamberger 2", "anna", "bert")
					for !strings.Contains(offeredMove(w.hand("anna", id)), "play") {
						w.mustSay(w.anyMove(id, "bert", "anna"))
					}
					pass(5 * time.Minute) // until marks are cleared
					if shown, _ := w.net.Last(tt.at); tt.shows(shown.Screen) || len(keys(w.documents("owed"))) > 0 {
						t.Fatalf("before the change: marked %v, shown\n%s", keys(w.documents("owed")), text(shown.Screen))
					}
					w.killAtWrite(write, store, "anna", tt.line)
					pass(time.Minute)
					if shown, _ := w.net.Last(tt.at); !tt.shows(shown.Screen) {
						t.Errorf("after the start it shows\n%s", text(shown.Screen))
					}
					for id := range w.documents("alarm") {
						if strings.Contains(id, "|show|") {
							t.Errorf("the alarm %v is left", id)
						}
					}
				})
			})
		}
	}
}
