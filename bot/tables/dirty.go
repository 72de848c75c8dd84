package tables

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// KindDirty is the kind of documents that mark tables; see Dirty.
const KindDirty = "owed"

// Dirty tracks tables whose messages may be out of date. A commit that makes messages stale marks its table in the
// same write, and a start looks at marked tables only. Marks are cleared in groups some time after everything
// is shown, so that showing something needs no write. Dirty is safe for concurrent use.
type Dirty struct {
	store  *documents.Store
	mu     sync.Mutex
	marked map[chat.TableID]chan struct{} // closed when the mark is cleared; nil while nobody clears it
	fresh  map[chat.TableID]bool          // tables that the start must look at and hasn't yet
}

// newDirty returns an empty Dirty. The caller must call Load next.
func newDirty(store *documents.Store) *Dirty {
	return &Dirty{store: store, marked: make(map[chat.TableID]chan struct{}), fresh: make(map[chat.TableID]bool)}
}

// Load reads the marks. Errors are the store's.
func (d *Dirty) Load(ctx context.Context) error {
	for doc, err := range d.store.Scan(ctx, KindDirty, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read what is out of date: %w", err)
		}
		d.Mark(chat.TableID(doc.Key.ID))
	}
	return nil
}

// needsMark waits while the table's mark is being cleared, then reports whether the table is unmarked. The caller may
// hold the table's lock.
func (d *Dirty) needsMark(id chat.TableID) bool {
	for {
		d.mu.Lock()
		cleared, marked := d.marked[id]
		d.mu.Unlock()
		if cleared == nil {
			return !marked
		}
		<-cleared
	}
}

// Mark records that the table's MarkDoc is stored.
func (d *Dirty) Mark(id chat.TableID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.marked[id] = nil
}

// Has reports whether the table is marked.
func (d *Dirty) Has(id chat.TableID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, has := d.marked[id]
	return has
}

// Size returns the number of marked tables.
func (d *Dirty) Size() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.marked)
}

// all returns the marked tables.
func (d *Dirty) all() []chat.TableID {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.marked))
}

// unmark begins to clear the table's mark. The caller holds the table's lock, commits doc, and then calls over
// with whether that succeeded.
func (d *Dirty) unmark(id chat.TableID) (doc storage.Doc, over func(gone bool)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	done := make(chan struct{})
	d.marked[id] = done
	return storage.Doc{Key: storage.Key{Kind: KindDirty, ID: string(id)}, Version: 1}, func(gone bool) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.marked[id] = nil
		if gone {
			delete(d.marked, id)
		}
		close(done)
	}
}

// MarkDoc returns the document that marks an unmarked table.
func MarkDoc(id chat.TableID) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: KindDirty, ID: string(id)}, Data: []byte{}}
}

// MarkFresh records that the start has to look at the tables.
func (d *Dirty) MarkFresh(ids []chat.TableID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range ids {
		d.fresh[id] = true
	}
}

// clearFresh reports whether the start still has to look at the table, and records that it has.
func (d *Dirty) clearFresh(id chat.TableID) (fresh bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fresh = d.fresh[id]
	delete(d.fresh, id)
	return fresh
}

// Delete clears the mark of a deleted table. Errors are the store's.
func (d *Dirty) Delete(ctx context.Context, id chat.TableID) error {
	if d.needsMark(id) {
		return nil
	}
	doc, over := d.unmark(id)
	err := d.store.Commit(ctx, doc)
	over(err == nil)
	return err
}

// Clear clears the marks of tables that are shown completely. It calls settle for each marked table; settle
// locks the table, and calls unmark if everything is shown. Errors are the store's; the marks stay then.
func (d *Dirty) Clear(ctx context.Context, settle func(id chat.TableID, unmark func())) error {
	for ids := range slices.Chunk(d.all(), documents.SweepGroup) {
		var docs []storage.Doc
		var over []func(bool)
		for _, id := range ids {
			settle(id, func() {
				if d.Has(id) {
					doc, end := d.unmark(id)
					docs, over = append(docs, doc), append(over, end)
				}
			})
		}
		err := d.store.Commit(ctx, docs...)
		for _, end := range over {
			end(err == nil)
		}
		if err != nil && !errors.Is(err, storage.ErrClosed) { // when closed, the marks stay for the next start
			return fmt.Errorf("bot: take marks away: %w", err)
		}
	}
	return nil
}
