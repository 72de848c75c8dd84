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

// DatabaseCopier copies a database into data files, also while nodes use it.
type DatabaseCopier struct{ DB *postgres.Database }

// Backup writes one moment of the database to a new data file. The file gets its name only after check has
// passed. Backup replaces no file.
func (c DatabaseCopier) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return c.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, All(ctx, at), check) })
}

// Snapshot reads documents that no other process changes. Callers must not commit.
type Snapshot interface {
	storage.Store
	// Kinds returns the kinds of all documents.
	Kinds(context.Context) ([]string, error)
	// Warning returns damage that doesn't keep a bot from running; nil if there is none.
	Warning() error
}

// WithSnapshot calls use with the documents at the place, as they are stored. It changes nothing.
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

// All yields all documents in the order of their kinds and ids. Its errors are those of Kinds and Scan. After
// storage.ErrDamaged it may go on with the next document.
func All(ctx context.Context, d Snapshot) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		kinds, err := d.Kinds(ctx)
		if err != nil {
			yield(storage.Doc{}, err)
			return
		}
		for _, kind := range kinds {
			for doc, err := range d.Scan(ctx, kind, "", "") {
				if !yield(doc, err) {
					return
				}
			}
		}
	}
}

// ExamineKept examines the data at the place with doctor.ExamineKept. Without the key file, sealed documents stay closed.
func ExamineKept(ctx context.Context, place string, keys KeyFile) (found doctor.Report, err error) {
	err = WithSnapshot(ctx, place, func(raw Snapshot) error {
		docs, err := keys.TolerantSealedStore(raw)
		if err == nil {
			found, err = doctor.ExamineKept(ctx, docs)
		}
		return err
	})
	return found, err
}
