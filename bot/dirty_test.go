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

type readTables struct {
	storage.Store
	n atomic.Int64
}

func (s *readTables) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if key.Kind == "table" {
		s.n.Add(1)
	}
	return s.Store.Get(ctx, key)
}

func TestStartShowsWhatIsOutOfDate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var shown []chat.Place
		store := &readTables{Store: memory.New()}
		w := startWorld(t, store, withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50}))
		w.mustSay("anna", "settings calls now")
		w.mustSay("bert", "settings calls now")
		var tables []string
		for range 12 {
			tables = append(tables, w.seat("bamberger 2 live", "anna", "bert")) // slow ones would share a digest
		}
		synctest.Wait()
		late := tables[7]
		w.net.FailNext(private("bert"), errNetwork)
		w.mustSay("anna", move(w.hand("anna", late)))
		w.end()
		if marks := keys(w.documents("owed")); !slices.Equal(marks, []string{late}) {
			t.Errorf("%v are marked, want %s", marks, late)
		}
		store.n.Store(0)
		w.net.BeforeShow = func(p chat.Place, _ chat.Ref, _ chat.Screen) error {
			mu.Lock()
			defer mu.Unlock()
			shown = append(shown, p)
			return nil
		}
		w.boot()
		synctest.Wait()
		if n := store.n.Load(); n != 1 {
			t.Errorf("%d tables are read, want 1", n)
		}
		mu.Lock()
		if want := private("bert"); !slices.Contains(shown, want) || len(shown) > 3 {
			t.Errorf("shown are %v, want %v", shown, want)
		}
		mu.Unlock()
		pass(time.Minute)
		if marks := keys(w.documents("owed")); len(marks) > 0 {
			t.Errorf("still marked: %v", marks)
		}
	})
}

// gate delays one commit: shut arms it, reached closes when the commit waits, open lets it go on.
type gate struct {
	storage.Store
	holds         []func(storage.Doc) bool // all in that commit
	shut          atomic.Bool
	reached, open chan struct{}
}

func newGate(holds ...func(storage.Doc) bool) *gate {
	return &gate{Store: memory.New(), holds: holds, reached: make(chan struct{}), open: make(chan struct{})}
}

func ofKind(kind string) func(storage.Doc) bool {
	return func(d storage.Doc) bool { return d.Key.Kind == kind }
}

func (g *gate) Commit(ctx context.Context, docs ...storage.Doc) error {
	isAnother := slices.ContainsFunc(g.holds, func(held func(storage.Doc) bool) bool { return !slices.ContainsFunc(docs, held) })
	if !isAnother && g.shut.CompareAndSwap(true, false) {
		close(g.reached)
		<-g.open
	}
	return g.Store.Commit(ctx, docs...)
}

func TestKilledAfterAChange(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line  string
		at    chat.Place
		shows func(chat.Screen) bool
	}{
		{"settings language de", private("anna"), func(s chat.Screen) bool { return s.Lang == "de" }},
		{"settings confirm on", private("anna"), func(s chat.Screen) bool { return strings.HasPrefix(move(s), "confirm ") }},
		{"away 5", public, contains("is away until")},
	} {
		for write := range 5 {
			t.Run(fmt.Sprint(tt.line, " ", write), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					store := &storagetest.Flaky{Store: memory.New()}
					w := startWorld(t, store, ticking)
					id := w.seat("bamberger 2", "anna", "bert")
					for !strings.Contains(move(w.hand("anna", id)), "play") {
						w.mustSay(w.anyMove(id, "bert", "anna"))
					}
					pass(5 * time.Minute) // until marks are cleared
					if shown, _ := w.net.Last(tt.at); tt.shows(shown.Screen) || len(keys(w.documents("owed"))) > 0 {
						t.Fatalf("before the change: marked %v, shown\n%s", keys(w.documents("owed")), text(shown.Screen))
					}
					w.killedAt(write, store, "anna", tt.line)
					pass(time.Minute)
					if shown, _ := w.net.Last(tt.at); !tt.shows(shown.Screen) {
						t.Errorf("after the start it shows\n%s", text(shown.Screen))
					}
					for id := range w.documents("alarm") {
						if strings.Contains(id, "|show|") {
							t.Errorf("%v is left", id)
						}
					}
				})
			})
		}
	}
}
