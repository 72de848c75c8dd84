// Package sealed keeps what is secret in documents from who reads the disk: it seals those
// of some kinds with AES-256-GCM before another store gets them. Start at Store; keys.go is
// what a sealed document looks like.
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

// Store is a storage.Store before another one, in which the documents of some kinds are
// sealed. Those that were there before, in the clear or sealed with another of the keys,
// are read as well; none of them begins with a NUL byte.
type Store struct {
	storage.Store // the other one
	kinds         []string
	keys          atomic.Pointer[Keys]
}

var (
	_ storage.Store    = (*Store)(nil)
	_ storage.Spacious = (*Store)(nil)
	_ storage.Sealing  = (*Store)(nil)
)

// New seals documents of the kinds that are kept in a store.
func New(below storage.Store, keys Keys, kinds ...string) *Store {
	s := &Store{Store: below, kinds: kinds}
	s.Use(keys)
	return s
}

// Use lets these keys take the place of those until now.
func (s *Store) Use(keys Keys) { s.keys.Store(&keys) }

// Get implements storage.Store. Besides its errors there are ErrSealed and ErrNoKey.
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

// Scan implements storage.Store. It yields also what Get can't open, with the Data as it is
// stored (see Is), so that whoever counts or deletes it goes on.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	docs := s.Store.Scan(ctx, kind, from, to)
	if !slices.Contains(s.kinds, kind) {
		return docs
	}
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			if data, sealed := s.keys.Load().open(doc.Key, doc.Data); sealed == nil {
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

// Stale implements storage.Sealing. What can't be opened isn't among them.
func (s *Store) Stale(ctx context.Context, kind string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if !slices.Contains(s.kinds, kind) {
			return
		}
		for doc, err := range s.Store.Scan(ctx, kind, "", "") {
			if err == nil && s.keys.Load().current(doc.Key, doc.Data) {
				continue
			}
			if !yield(doc.Key.ID, err) {
				return
			}
		}
	}
}
