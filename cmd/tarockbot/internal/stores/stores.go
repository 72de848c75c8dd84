// Package stores opens the data: a file, or a database that several nodes share.
//
//   - stores.go reads the data of either kind. database.go connects to a database. file.go opens a file for a bot.
//
// Start at OpenFile and OpenDatabase, which open the data for a bot, and at WithSnapshot, which reads it for a command.
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
	// Warning returns an error if there is damage with which a bot can still run; nil if there is none.
	Warning() error
}

// WithSnapshot calls use with a snapshot of the data at the place, which is a file or a database. Sealed documents stay
// sealed. A data file must not be open for writing (bolt.ErrLocked). In an empty database, WithSnapshot creates the tables.
// The snapshot is valid only until use returns. Errors are those of bolt.Inspect or WithDatabase, and of use.
func WithSnapshot(ctx context.Context, place string, use func(Snapshot) error) error {
	if location.IsDatabase(place) {
		return WithDatabase(ctx, place, func(db *postgres.Database) error {
			return db.Snapshot(ctx, func(s *postgres.Snapshot) error { return use(s) })
		})
	}
	store, err := bolt.Inspect(place)
	if err != nil {
		return err
	}
	return errors.Join(use(store), store.Close())
}

// WithUnsealed calls use with two views of the snapshot that WithSnapshot provides: docs opens sealed documents with the
// keys, raw leaves them sealed. If the key file is missing, docs opens only documents in the clear. Callers must not call
// Commit or Close. Errors are those of WithSnapshot and of reading the key file.
func WithUnsealed(ctx context.Context, place string, keyFile keys.DataKeyFile, use func(docs storage.Store, raw Snapshot) error) error {
	return WithSnapshot(ctx, place, func(raw Snapshot) error {
		docs, err := keyFile.TolerantSealedStore(raw)
		if err != nil {
			return err
		}
		return use(docs, raw)
	})
}

// All yields the documents of all kinds, ordered by kind and then by id. An error ends the sequence, unless the error is
// storage.ErrDamaged and comes with the Key of the damaged document. Errors are those of Kinds and Scan.
func All(ctx context.Context, from Snapshot) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		kinds, err := from.Kinds(ctx)
		if err != nil {
			yield(storage.Doc{}, err)
			return
		}
		for _, kind := range kinds {
			for doc, err := range from.Scan(ctx, kind, "", "") {
				if goesOn := err == nil || doc.Key.ID != "" && errors.Is(err, storage.ErrDamaged); !yield(doc, err) || !goesOn {
					return
				}
			}
		}
	}
}
