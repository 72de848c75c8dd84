package stores

import (
	"context"
	"errors"
	"iter"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// DatabaseCopier copies a database into data files, also while nodes use it.
type DatabaseCopier struct{ DB *postgres.Database }

// Backup writes one moment of the database to a new data file. The file gets its name only after check has
// passed. Backup replaces no file.
func (c DatabaseCopier) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return c.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, All(ctx, at), check) })
}

// Snapshot holds the documents of a file that no process writes, or of a database at one moment.
type Snapshot interface {
	storage.Store
	Kinds(context.Context) ([]string, error)
}

// Inspect calls look with two views of the data: the documents as they are stored, and as the keys open them. It
// changes nothing.
func Inspect(ctx context.Context, data string, keys KeyFile, look func(Snapshot, *sealed.Store) error) error {
	open := func(raw Snapshot) error {
		docs, err := keys.TolerantSealedStore(raw)
		if err != nil {
			return err
		}
		return look(raw, docs)
	}
	if IsDatabase(data) {
		return WithDatabase(ctx, data, func(db *postgres.Database) error {
			return db.Snapshot(ctx, func(s *postgres.Snapshot) error { return open(s) })
		})
	}
	store, err := bolt.Inspect(data)
	if err != nil {
		return err
	}
	return errors.Join(open(store), store.Close())
}

// Warning returns damage of a file that doesn't keep a bot from running; nil if there is none.
func Warning(d Snapshot) error {
	if file, ok := d.(*bolt.Store); ok {
		return file.Warning()
	}
	return nil
}

// All yields the documents of all kinds, in order.
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

// ExamineKept examines the data except for the deals of tables that are long gone.
func ExamineKept(ctx context.Context, data string, keys KeyFile) (found doctor.Report, err error) {
	err = Inspect(ctx, data, keys, func(_ Snapshot, docs *sealed.Store) error {
		found, err = doctor.ExamineKept(ctx, docs)
		return err
	})
	return found, err
}
