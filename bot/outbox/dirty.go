package outbox

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

// Dirty are the tables that are marked. Nothing that is stored stays unshown: a table whose messages may
// not show what they should is marked in the commit that makes it so, and only such are looked at by a
// start. The mark goes, with others, some time after all is shown: so what is shown needn't be stored.
type Dirty struct {
	store  *documents.Store
	mu     sync.Mutex
	marked map[chat.TableID]chan struct{} // the channel is closed when the mark is gone; nil: it isn't being taken away
	// fresh are those that are to be looked at after the start and that nobody has looked at yet.
	fresh map[chat.TableID]bool
}

// NewDirty makes Dirty that knows no marks yet; see Load.
func NewDirty(store *documents.Store) *Dirty {
	return &Dirty{store: store, marked: make(map[chat.TableID]chan struct{}), fresh: make(map[chat.TableID]bool)}
}

// Load reads which tables are marked.
func (d *Dirty) Load(ctx context.Context) error {
	for doc, err := range d.store.Scan(ctx, KindDirty, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read what is out of date: %w", err)
		}
		d.Mark(chat.TableID(doc.Key.ID))
	}
	return nil
}

// Needs says whether the table has to be marked. It waits for a mark that is being taken away, and who
// holds the table's lock with it: what was shown then isn't what is to be shown now.
func (d *Dirty) Needs(id chat.TableID) bool {
	d.mu.Lock()
	gone, has := d.marked[id]
	d.mu.Unlock()
	if gone == nil {
		return !has
	}
	<-gone
	return d.Needs(id)
}

// Mark notes that the table is marked, as MarkDoc is stored.
func (d *Dirty) Mark(id chat.TableID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.marked[id] = nil
}

// Has says whether the table is marked.
func (d *Dirty) Has(id chat.TableID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, has := d.marked[id]
	return has
}

// Size is how many tables are marked.
func (d *Dirty) Size() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.marked)
}

// all are the tables that are marked.
func (d *Dirty) all() []chat.TableID {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.marked))
}

// Unmark notes that the mark is about to be taken away by storing the doc. It is to be
// called with the table's lock held; over ends that, and says whether the mark is gone.
func (d *Dirty) Unmark(id chat.TableID) (doc storage.Doc, over func(gone bool)) {
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

// MarkDoc is the mark of a table that has none.
func MarkDoc(id chat.TableID) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: KindDirty, ID: string(id)}, Data: []byte{}}
}

// Await notes that somebody has to look at the tables.
func (d *Dirty) Await(ids []chat.TableID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range ids {
		d.fresh[id] = true
	}
}

// Look says whether that is so of the table, and notes that somebody has now.
func (d *Dirty) Look(id chat.TableID) (fresh bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fresh = d.fresh[id]
	delete(d.fresh, id)
	return fresh
}

// Delete takes away the mark of a table that is gone. Errors are the store's.
func (d *Dirty) Delete(ctx context.Context, id chat.TableID) error {
	if d.Needs(id) {
		return nil
	}
	doc, over := d.Unmark(id)
	err := d.store.Commit(ctx, doc)
	over(err == nil)
	return err
}

// Clear takes away the marks of tables of which all is shown: settle gets each marked table, and calls
// unmark for such a one, with its lock held. Errors are the store's; the marks stay then.
func (d *Dirty) Clear(ctx context.Context, settle func(id chat.TableID, unmark func())) error {
	for ids := range slices.Chunk(d.all(), documents.SweepGroup) {
		var docs []storage.Doc
		var over []func(bool)
		for _, id := range ids {
			settle(id, func() {
				if d.Has(id) {
					doc, end := d.Unmark(id)
					docs, over = append(docs, doc), append(over, end)
				}
			})
		}
		err := d.store.Commit(ctx, docs...)
		for _, end := range over {
			end(err == nil)
		}
		if err != nil && !errors.Is(err, storage.ErrClosed) { // else the next start looks at them
			return fmt.Errorf("bot: take marks away: %w", err)
		}
	}
	return nil
}
