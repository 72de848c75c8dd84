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

// KindDirty is the kind of Dirty's marks.
const KindDirty = "owed"

// Dirty marks tables with messages that may be out of date, so a start checks only these. Marks are cleared in groups,
// so showing a table costs no write.
type Dirty struct {
	store  *documents.Store
	mu     sync.Mutex
	marked map[chat.TableID]chan struct{} // closed when the mark is cleared
	fresh  map[chat.TableID]bool          // not yet checked
}

func newDirty(store *documents.Store) *Dirty {
	return &Dirty{store: store, marked: make(map[chat.TableID]chan struct{}), fresh: make(map[chat.TableID]bool)}
}

// Load reads the marks.
func (d *Dirty) Load(ctx context.Context) error {
	for doc, err := range d.store.Scan(ctx, KindDirty, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read marks: %w", err)
		}
		d.Mark(chat.TableID(doc.Key.ID))
	}
	return nil
}

// needsMark reports whether the table is unmarked. It waits for a pending unmark.
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

func (d *Dirty) all() []chat.TableID {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.marked))
}

// unmark prepares the removal of a mark. The caller holds the table's lock, commits doc, then calls finish.
func (d *Dirty) unmark(id chat.TableID) (doc storage.Doc, finish func(gone bool)) {
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

// MarkDoc returns the table's mark.
func MarkDoc(id chat.TableID) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: KindDirty, ID: string(id)}, Data: []byte{}}
}

// MarkFresh records tables to check at their first read.
func (d *Dirty) MarkFresh(ids []chat.TableID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range ids {
		d.fresh[id] = true
	}
}

func (d *Dirty) clearFresh(id chat.TableID) (fresh bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fresh = d.fresh[id]
	delete(d.fresh, id)
	return fresh
}

// Delete clears the mark of a deleted table.
func (d *Dirty) Delete(ctx context.Context, id chat.TableID) error {
	if d.needsMark(id) {
		return nil
	}
	doc, over := d.unmark(id)
	err := d.store.Commit(ctx, doc)
	over(err == nil)
	return err
}

// Clear calls settle for each marked table. settle locks the table, and calls unmark if its messages are current.
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
		if err != nil && !errors.Is(err, storage.ErrClosed) { // the next start clears them
			return fmt.Errorf("bot: clear marks: %w", err)
		}
	}
	return nil
}
