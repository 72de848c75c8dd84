package bot_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// written is a store that notes which kinds of documents are written.
type written struct {
	storage.Store
	mu    sync.Mutex
	kinds []string
}

func (s *written) Commit(ctx context.Context, docs ...storage.Doc) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range docs {
		s.kinds = append(s.kinds, d.Key.Kind)
	}
	return s.Store.Commit(ctx, docs...)
}

// take are the kinds that were written since it was called last.
func (s *written) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	kinds := s.kinds
	s.kinds = nil
	return kinds
}

// TestHoldingBackWritesNothing: no document is written for a call that is held back,
// nor when it is made; only its table stays marked until then.
func TestHoldingBackWritesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &written{Store: memory.New()}
		w := startWorld(t, store, ticking)
		e := listen(w)
		id := w.seat("bamberger 2", "anna", "bert")
		yourTurn(w, id, "anna", "bert")
		synctest.Wait()
		store.take()
		pass(115 * time.Second)
		if marks := keys(w.documents("owed")); !slices.Equal(marks, []string{id}) {
			t.Errorf("marked are %v, want %s", marks, id)
		}
		pass(2 * time.Minute)
		if e.hear("bert"); len(e.heard[user("bert")]) == 0 {
			t.Error("not called")
		}
		if marks := keys(w.documents("owed")); len(marks) != 0 {
			t.Errorf("still marked are %v", marks)
		}
		kinds := store.take()
		if others := slices.DeleteFunc(kinds, func(k string) bool { return k == "clock" || k == "owed" }); len(others) != 0 {
			t.Errorf("written were %v", others)
		}
	})
}
