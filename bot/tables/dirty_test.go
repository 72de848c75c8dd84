package tables

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

type slowStore struct {
	storage.Store
	gate chan struct{}
	err  error
}

func (s *slowStore) Commit(ctx context.Context, docs ...storage.Doc) error {
	if s.gate != nil {
		<-s.gate
	}
	if s.err != nil {
		return s.err
	}
	return s.Store.Commit(ctx, docs...)
}

func newDirtyWith(t *testing.T, ids ...chat.TableID) (*Dirty, *slowStore) {
	t.Helper()
	below := &slowStore{Store: memory.New()}
	d := newDirty(documents.New(below, documents.Options{}))
	for _, id := range ids {
		if !d.needsMark(id) {
			t.Errorf("%s is marked too early", id)
		}
		if err := below.Commit(t.Context(), MarkDoc(id)); err != nil {
			t.Fatal(err)
		}
		d.Mark(id)
	}
	return d, below
}

func storedMarks(t *testing.T, d *Dirty) (ids []chat.TableID) {
	t.Helper()
	next := newDirty(d.store)
	if err := next.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	ids = next.all()
	slices.Sort(ids)
	return ids
}

func TestClearMarks(t *testing.T) {
	t.Parallel()
	d, below := newDirtyWith(t, "a", "b", "c")
	only := func(ids ...chat.TableID) func(chat.TableID, func()) {
		return func(id chat.TableID, unmark func()) {
			if slices.Contains(ids, id) {
				unmark()
			}
		}
	}
	if err := d.Clear(t.Context(), only("a", "c")); err != nil {
		t.Fatal(err)
	}
	if got := storedMarks(t, d); !slices.Equal(got, []chat.TableID{"b"}) || d.Size() != 1 || !d.Has("b") || !d.needsMark("a") || d.needsMark("b") {
		t.Errorf("%v are marked, want b", got)
	}
	below.err = errors.New("disk")
	if err := d.Clear(t.Context(), only("b")); !errors.Is(err, below.err) || !d.Has("b") || d.needsMark("b") {
		t.Errorf("after the error %v, b is marked: %v", err, d.Has("b"))
	}
	below.err = nil
	for range 2 {
		if err := d.Delete(t.Context(), "b"); err != nil || len(storedMarks(t, d)) > 0 {
			t.Errorf("the mark is not deleted: %v", err)
		}
	}
}

func TestNeedsMarkWaits(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d, below := newDirtyWith(t, "a")
			below.gate = make(chan struct{})
			if fails {
				below.err = errors.New("disk")
			}
			cleared, needs := make(chan error, 1), make(chan bool, 1)
			go func() { cleared <- d.Clear(t.Context(), func(_ chat.TableID, unmark func()) { unmark() }) }()
			synctest.Wait()
			go func() { needs <- d.needsMark("a") }()
			synctest.Wait()
			if len(needs) > 0 {
				t.Error("needsMark returns before the mark is cleared")
			}
			close(below.gate)
			if err := <-cleared; (err != nil) != fails {
				t.Error(err)
			}
			if got := <-needs; got == fails {
				t.Errorf("fails %v: the table needs a mark: %v", fails, got)
			}
		})
	}
}

func TestClearFresh(t *testing.T) {
	t.Parallel()
	d, _ := newDirtyWith(t)
	d.MarkFresh([]chat.TableID{"a"})
	if !d.clearFresh("a") || d.clearFresh("a") || d.clearFresh("b") {
		t.Error("a isn't fresh exactly once, or b is fresh")
	}
}
