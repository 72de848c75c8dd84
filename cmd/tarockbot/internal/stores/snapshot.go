package stores

import (
	"context"
	"errors"
	"iter"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Snapshot reads the documents as they were at one moment. It is a storage.Store only because sealed.New and
// documents.New take one. Callers must call neither Commit nor Close.
type Snapshot interface {
	storage.Store
	// Kinds returns the kinds of all documents.
	Kinds(context.Context) ([]string, error)
	// Warning returns an error if there is damage with which a bot can still run; nil if there is none.
	Warning() error
}

// WithSnapshot calls use with a snapshot of the data at the place. Sealed documents stay sealed. A data file must not be
// open for writing (bolt.ErrLocked). In an empty database, WithSnapshot creates the tables.
func WithSnapshot(ctx context.Context, place string, use func(Snapshot) error) error {
	if IsDatabase(place) {
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
				isOneDamaged := errors.Is(err, storage.ErrDamaged) && doc.Key.ID != ""
				if !yield(doc, err) || err != nil && !isOneDamaged {
					return
				}
			}
		}
	}
}

// ExamineKept examines the data at the place, except the deals of tables that ended more than a day ago (see
// doctor.ExamineKept). If the key file is missing, ExamineKept only counts the sealed tables.
func ExamineKept(ctx context.Context, place string, keys KeyFile) (found doctor.Report, err error) {
	err = WithSnapshot(ctx, place, func(from Snapshot) error {
		docs, err := keys.TolerantSealedStore(from)
		if err == nil {
			found, err = doctor.ExamineKept(ctx, docs)
		}
		return err
	})
	return found, err
}
