// Package stores opens the data: a file, or a database that several nodes share.
//
//   - stores.go reads the data of either kind. database.go connects to a database. compact.go opens a file for a bot.
//
// Start at OpenCompacted and OpenDatabase, which open the data for a bot, and at WithSnapshot, which reads it for a command.
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

// Documents is a store that a command only reads. It embeds storage.Store because sealed.New and documents.New take one.
// Callers must not call Commit or Close.
type Documents interface {
	storage.Store
	// Kinds returns the kinds of all documents, in order.
	Kinds(context.Context) ([]string, error)
	// Warning returns an error if there is damage with which a bot can still run; nil if there is none.
	Warning() error
}

// WithSnapshot calls use with the documents at the place as they are at one moment. Sealed documents stay sealed. A data
// file must not be open for writing (bolt.ErrLocked). In an empty database, WithSnapshot creates the tables. Errors are
// those of bolt.Inspect or WithDatabase, and of use. The documents end with use.
func WithSnapshot(ctx context.Context, place string, use func(Documents) error) error {
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

// WithUnsealed calls use with two views of the documents that WithSnapshot provides: docs opens sealed documents with the
// keys, raw leaves them sealed. If the key file is missing, docs opens only documents in the clear. Callers must not call
// Commit or Close. Errors are those of WithSnapshot and of reading the key file.
func WithUnsealed(ctx context.Context, place string, keyFile keys.DataKeyFile, use func(docs storage.Store, raw Documents) error) error {
	return WithSnapshot(ctx, place, func(raw Documents) error {
		docs, err := keyFile.TolerantSealedStore(raw)
		if err != nil {
			return err
		}
		return use(docs, raw)
	})
}

// All yields the documents of all kinds, ordered by kind and then by id. An error ends the sequence, unless the error is
// storage.ErrDamaged and comes with the Key of the damaged document. Errors are those of Kinds and Scan.
func All(ctx context.Context, from Documents) iter.Seq2[storage.Doc, error] {
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
