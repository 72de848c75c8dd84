// Package stores opens the data, which is in a file or in a database that several nodes share.
//
//   - stores.go reads the data of either kind.
//   - file.go opens a data file for a bot, and compacts it.
//   - database.go connects to a database, and fills an empty one.
//
// Start at OpenFile and OpenDatabase (a bot) or at WithSnapshot (a command).
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

// Snapshot is a read-only store of all documents as they were at one moment. It embeds storage.Store because sealed.New and
// documents.New take one, but callers must not call Commit or Close.
type Snapshot interface {
	storage.Store
	// Kinds returns the kinds of all documents, in order.
	Kinds(context.Context) ([]string, error)
	// Warning returns bolt.ErrMeta if a data file has damage that a bot can repair, else nil.
	Warning() error
}

// WithSnapshot calls use with a snapshot of the data at the location. The snapshot is valid until use returns; sealed
// documents stay sealed. No process may have a data file open for writing (bolt.ErrLocked). If a database is empty,
// connecting creates its tables. Errors are those of opening, reading and closing the data, and of use.
func WithSnapshot(ctx context.Context, at string, use func(Snapshot) error) error {
	if location.IsDatabase(at) {
		return WithDatabase(ctx, at, func(db *postgres.Database) error {
			return db.Snapshot(ctx, func(s *postgres.Snapshot) error { return use(s) })
		})
	}
	store, err := bolt.Inspect(at)
	if err != nil {
		return err
	}
	return errors.Join(use(store), store.Close())
}

// WithUnsealed calls use with two views of the snapshot that WithSnapshot provides: docs opens sealed documents with the
// keys, raw leaves them sealed. If the key file is missing, docs opens only documents in the clear. Callers must not call
// Commit or Close. Errors are those of WithSnapshot and of reading the key file.
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

// Source has the documents that All yields.
type Source interface {
	Kinds(context.Context) ([]string, error)
	Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error]
}

// All yields the documents of all kinds, ordered by kind and then by id. The first error ends the sequence. Errors are those
// of Kinds and Scan.
func All(ctx context.Context, from Source) iter.Seq2[storage.Doc, error] {
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
