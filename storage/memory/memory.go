// Package memory keeps documents in memory: the store of tests, and of a bot
// that may forget. Start at New. It behaves like the durable stores but never
// returns ErrFull or ErrUncertain; storagetest.Flaky adds those.
package memory

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"tarockbot/storage"
)

// pageSize is the number of documents that a scan copies under one lock.
const pageSize = 64

// Store is a storage.Store that lives as long as the process.
type Store struct {
	mu     sync.Mutex
	closed bool
	kinds  map[string]*kind
}

// kind holds the documents of one kind; ids is sorted, for scans.
type kind struct {
	ids  []string
	docs map[string]storage.Doc
}

var _ storage.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	return &Store{kinds: make(map[string]*kind)}
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := ctx.Err(); err != nil {
		return storage.Doc{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return storage.Doc{}, storage.ErrClosed
	}
	d, ok := s.find(key)
	if !ok {
		return storage.Doc{}, fmt.Errorf("%w: %s %q", storage.ErrNotFound, key.Kind, key.ID)
	}
	return clone(d), nil
}

// Scan implements storage.Store.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		r := rangeOf(from, to)
		for more := true; more; {
			var docs []storage.Doc
			var err error
			docs, more, err = s.page(ctx, kind, &r)
			if err != nil {
				yield(storage.Doc{}, err)
				return
			}
			for _, d := range docs {
				if !yield(d, nil) {
					return
				}
			}
		}
	}
}

// span is what is left of a scan: low <= id <= high, without the id skip.
type span struct {
	low, high, skip string
	endless, down   bool
}

func rangeOf(from, to string) span {
	if from > to {
		return span{low: to, high: from, down: true}
	}
	return span{low: from, high: to, endless: from == "" && to == ""}
}

// page copies the next documents of the span and shortens it by them; more
// says that some may be left.
func (s *Store) page(ctx context.Context, kind string, r *span) (docs []storage.Doc, more bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, storage.ErrClosed
	}
	k := s.kinds[kind]
	if k == nil {
		return nil, false, nil
	}
	ids := k.between(*r)
	more = len(ids) > pageSize
	if more && r.down {
		ids = ids[len(ids)-pageSize:]
	} else if more {
		ids = ids[:pageSize]
	}
	for _, id := range ids {
		docs = append(docs, clone(k.docs[id]))
	}
	if r.down {
		slices.Reverse(docs)
	}
	r.passed(docs)
	return docs, more, nil
}

// passed takes the documents that were read off the span.
func (r *span) passed(docs []storage.Doc) {
	if len(docs) == 0 {
		return
	}
	r.skip = docs[len(docs)-1].Key.ID
	if r.down {
		r.high = r.skip
	} else {
		r.low = r.skip
	}
}

// between returns the ids of the span, upwards. They are not a copy.
func (k *kind) between(r span) []string {
	first, skip := slices.BinarySearch(k.ids, r.low)
	if skip && r.low == r.skip {
		first++
	}
	after := len(k.ids)
	if !r.endless {
		var found bool
		after, found = slices.BinarySearch(k.ids, r.high)
		if found && r.high != r.skip {
			after++
		}
	}
	return k.ids[first:max(first, after)]
}

// Commit implements storage.Store.
func (s *Store) Commit(ctx context.Context, docs ...storage.Doc) error {
	if err := storage.Check(docs); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return storage.ErrClosed
	}
	for _, d := range docs {
		if old, _ := s.find(d.Key); old.Version != d.Version {
			return fmt.Errorf("%w: %s %q is at %d, not %d", storage.ErrConflict, d.Key.Kind, d.Key.ID, old.Version, d.Version)
		}
	}
	for _, d := range docs {
		s.apply(d)
	}
	return nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

func (s *Store) find(key storage.Key) (storage.Doc, bool) {
	k := s.kinds[key.Kind]
	if k == nil {
		return storage.Doc{}, false
	}
	d, ok := k.docs[key.ID]
	return d, ok
}

func (s *Store) apply(d storage.Doc) {
	if d.Unchanged {
		return
	}
	k := s.kinds[d.Key.Kind]
	if k == nil {
		k = &kind{docs: make(map[string]storage.Doc)}
		s.kinds[d.Key.Kind] = k
	}
	i, found := slices.BinarySearch(k.ids, d.Key.ID)
	switch {
	case d.Data == nil && found:
		k.ids = slices.Delete(k.ids, i, i+1)
		delete(k.docs, d.Key.ID)
	case d.Data != nil:
		if !found {
			k.ids = slices.Insert(k.ids, i, d.Key.ID)
		}
		d.Version++
		k.docs[d.Key.ID] = clone(d)
	}
}

func clone(d storage.Doc) storage.Doc {
	d.Data = bytes.Clone(d.Data)
	return d
}
