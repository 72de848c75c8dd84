// Package sealed encrypts documents of some kinds with AES-256-GCM before another store gets them. Start at Store.
package sealed

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"

	"tarockbot/storage"
)

// Store seals documents of some kinds and keeps all in another store. It also reads documents in the clear (they never
// begin with NUL) or sealed with older keys.
type Store struct {
	storage.Store
	kinds []string
	keys  atomic.Pointer[Keys]
}

var (
	_ storage.Store    = (*Store)(nil)
	_ storage.Spacious = (*Store)(nil)
	_ storage.Sealing  = (*Store)(nil)
)

// New returns a Store on top of below. It seals documents of the kinds.
func New(below storage.Store, keys Keys, kinds ...string) *Store {
	s := &Store{Store: below, kinds: kinds}
	s.SetKeys(keys)
	return s
}

// Keys returns the keys.
func (s *Store) Keys() Keys { return *s.keys.Load() }

// SetKeys replaces the keys.
func (s *Store) SetKeys(keys Keys) { s.keys.Store(&keys) }

// Get implements storage.Store. Its errors include ErrSealed and ErrNoKey.
func (s *Store) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	doc, err := s.Store.Get(ctx, key)
	if err == nil && slices.Contains(s.kinds, key.Kind) {
		doc.Data, err = s.keys.Load().open(key, doc.Data)
	}
	if err != nil {
		return storage.Doc{}, err
	}
	return doc, nil
}

// Scan implements storage.Store. A document that can't be opened keeps its sealed Data: the caller can count or delete
// it.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	docs := s.Store.Scan(ctx, kind, from, to)
	if !slices.Contains(s.kinds, kind) {
		return docs
	}
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			if data, openErr := s.keys.Load().open(doc.Key, doc.Data); openErr == nil {
				doc.Data = data
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (s *Store) Commit(ctx context.Context, docs ...storage.Doc) error {
	keys, below := s.keys.Load(), slices.Clone(docs)
	for i, d := range docs {
		if len(d.Data) > storage.MaxData {
			return fmt.Errorf("%w: %d bytes in %s %q", storage.ErrInvalid, len(d.Data), d.Key.Kind, d.Key.ID)
		}
		if d.Data != nil && !d.Unchanged && slices.Contains(s.kinds, d.Key.Kind) {
			below[i].Data = keys.seal(d.Key, d.Data)
		}
	}
	return s.Store.Commit(ctx, below...)
}

// Free implements storage.Spacious.
func (s *Store) Free() (uint64, error) {
	if spacious, ok := s.Store.(storage.Spacious); ok {
		return spacious.Free()
	}
	return 0, errors.ErrUnsupported
}

// Stale implements storage.Sealing. It skips documents that it can't open.
func (s *Store) Stale(ctx context.Context, kind string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if !slices.Contains(s.kinds, kind) {
			return
		}
		for doc, err := range s.Store.Scan(ctx, kind, "", "") {
			if err == nil && !s.keys.Load().isStale(doc.Key, doc.Data) {
				continue
			}
			if !yield(doc.Key.ID, err) {
				return
			}
		}
	}
}
