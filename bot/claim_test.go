package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// stage is how far the person's time has run out.
func (w *world) stage(id, who string) int {
	w.t.Helper()
	var t struct {
		Chairs []struct {
			Name     string
			Reminded int
		}
	}
	w.stored("table", id, &t)
	for _, c := range t.Chairs {
		if c.Name == who {
			return c.Reminded
		}
	}
	w.t.Fatalf("%s doesn't sit there", who)
	return 0
}

// pauseOf is the line of the page's button that asks for a pause, or "".
func pauseOf(s chat.Screen) string {
	for _, l := range lines(s) {
		if strings.HasSuffix(l, " pause") {
			return l
		}
	}
	return ""
}

// TestAwayKilled: the clocks of somebody who is away stand still, also if the bot
// was killed before it could stop them.
func TestAwayKilled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &fullFor{Store: memory.New(), kind: "table"}
		w := startWorld(t, store, ticking)
		id, who := w.seatPaced("1d")
		store.full.Store(true)
		w.says(who, "away 20")
		store.full.Store(false)
		if line(*w.mustSay(who, "away").Screen, "away off") == "" {
			t.Fatal("not away at all")
		}
		pass(day)
		if got := w.stage(id, who); got != 0 {
			t.Errorf("the stage is %d", got)
		}
	})
}

// fullFor is a store that has at times no room for documents of a kind.
type fullFor struct {
	storage.Store
	kind string // "" is all
	full atomic.Bool
}

func (f *fullFor) Commit(ctx context.Context, docs ...storage.Doc) error {
	if f.full.Load() && slices.ContainsFunc(docs, func(d storage.Doc) bool { return f.kind == "" || d.Key.Kind == f.kind }) {
		return storage.ErrFull
	}
	return f.Store.Commit(ctx, docs...)
}
