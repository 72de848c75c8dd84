package storagetest

import (
	"context"
	"slices"
	"sync/atomic"

	"tarockbot/storage"
)

// Full is a store that may have no room.
type Full struct {
	storage.Store
	Kind   string      // "" stands for every kind
	IsFull atomic.Bool // commits of documents of this Kind fail
}

// Commit implements storage.Store.
func (f *Full) Commit(ctx context.Context, docs ...storage.Doc) error {
	if f.IsFull.Load() && slices.ContainsFunc(docs, func(d storage.Doc) bool { return f.Kind == "" || d.Key.Kind == f.Kind }) {
		return storage.ErrFull
	}
	return f.Store.Commit(ctx, docs...)
}
