package storagetest

import (
	"context"
	"iter"

	"tarockbot/storage"
)

// Damaged is a store with one document that can't be read.
type Damaged struct {
	storage.Store
	Key storage.Key
}

// Get implements storage.Store.
func (s Damaged) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if key == s.Key {
		return storage.Doc{Key: key}, storage.ErrDamaged
	}
	return s.Store.Get(ctx, key)
}

// Scan implements storage.Store.
func (s Damaged) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range s.Store.Scan(ctx, kind, from, to) {
			if doc.Key == s.Key {
				doc, err = storage.Doc{Key: doc.Key}, storage.ErrDamaged
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}
