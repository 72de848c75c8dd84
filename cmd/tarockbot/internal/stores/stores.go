// Package stores opens the data, which is in a file or a database. Start at OpenFile and OpenDatabase (a bot) or
// WithSnapshot (a command).
package stores

import (
	"context"
	"errors"
	"iter"

	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Snapshot is a read-only store of one moment. Callers must not use its Commit and Close.
type Snapshot interface {
	storage.Store
	// Kinds returns the kinds of all documents, in order.
	Kinds(context.Context) ([]string, error)
	// Warning returns bolt.ErrMeta if a data file has damage that a bot can repair.
	Warning() error
}

// WithSnapshot calls use with a snapshot of the data, whose sealed documents stay sealed. It returns bolt.ErrLocked if
// a data file is in use.
func WithSnapshot(ctx context.Context, at string, use func(Snapshot) error) error {
	if location.IsDatabase(at) {
		return WithDatabase(ctx, at, func(db *postgres.Database) error {
			return db.Snapshot(ctx, func(s *postgres.Snapshot) error { return use(s) })
		})
	}
	store, err := bolt.OpenReadOnly(at)
	if err != nil {
		return err
	}
	return errors.Join(use(store), store.Close())
}

// WithUnsealed calls use with two views of a snapshot: docs opens sealed documents, raw doesn't.
func WithUnsealed(
	ctx context.Context, at string, keyFile keys.DataKeyFile, use func(docs storage.Store, raw Snapshot) error,
) error {
	return WithSnapshot(ctx, at, func(raw Snapshot) error {
		docs, err := keyFile.TolerantSealedStore(raw)
		if err != nil {
			return err
		}
		return use(docs, raw)
	})
}

// Source has the documents that AllDocs yields.
type Source interface {
	Kinds(context.Context) ([]string, error)
	Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error]
}

// AllDocs yields all documents, ordered by kind and id. The first error ends the sequence.
func AllDocs(ctx context.Context, from Source) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		kinds, err := from.Kinds(ctx)
		if err != nil {
			yield(storage.Doc{}, err)
			return
		}
		for _, kind := range kinds {
			for doc, err := range from.Scan(ctx, kind, "", "") {
				if !yield(doc, err) || err != nil {
					return
				}
			}
		}
	}
}
