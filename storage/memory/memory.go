// Package memory keeps documents in memory, for tests and for bots that may forget.
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

// Store is a storage.Store in memory.
type Store struct {
	mu     sync.Mutex
	closed bool
	kinds  map[string]kind
}

type kind struct {
	ids  []string // sorted
	docs map[string]storage.Doc
}

var _ storage.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	return &Store{kinds: make(map[string]kind)}
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
	d, ok := s.kinds[key.Kind].docs[key.ID]
	if !ok {
		return storage.Doc{}, fmt.Errorf("%w: %s %q", storage.ErrNotFound, key.Kind, key.ID)
	}
	return clone(d), nil
}

// Scan implements storage.Store.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return storage.NewRange(kind, from, to).Pages(func(r storage.Range) ([]storage.Doc, bool, error) { return s.readPage(ctx, r) })
}

func (s *Store) readPage(ctx context.Context, r storage.Range) (docs []storage.Doc, hasMore bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, storage.ErrClosed
	}
	k := s.kinds[r.Kind]
	low, _ := slices.BinarySearch(k.ids, r.Low)
	high, _ := slices.BinarySearch(k.ids, r.High)
	hasMore = high-low > pageSize
	if hasMore && r.Down {
		low = high - pageSize
	} else if hasMore {
		high = low + pageSize
	}
	for _, id := range k.ids[low:high] {
		docs = append(docs, clone(k.docs[id]))
	}
	if r.Down {
		slices.Reverse(docs)
	}
	return docs, hasMore, nil
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
		if old := s.kinds[d.Key.Kind].docs[d.Key.ID]; old.Version != d.Version {
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

func (s *Store) apply(d storage.Doc) {
	if d.Unchanged {
		return
	}
	k := s.kinds[d.Key.Kind]
	if k.docs == nil {
		k.docs = make(map[string]storage.Doc)
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
	s.kinds[d.Key.Kind] = k
}

func clone(d storage.Doc) storage.Doc {
	d.Data = bytes.Clone(d.Data)
	return d
}
