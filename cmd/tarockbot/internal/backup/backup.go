// Package backup makes and restores backups of the data, on request and by a schedule, and copies the data from one
// place to another.
//
//   - backup.go makes a backup (Make) and checks one (CheckSound). requests.go lets the running bot make it.
//   - schedule.go lets a running bot make backups by itself. prune.go deletes old ones. directory.go finds them.
//   - restore.go restores a backup. copy.go copies between a file and a database.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"tarockbot/bot/documents"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Copier is a store that copies itself while others use it.
type Copier interface {
	// Backup copies the store to a new file. The file gets its name only after check has passed.
	Backup(ctx context.Context, path string, check func(temp string) error) error
}

// DatabaseCopier is a Copier that copies a database into data files, even while nodes use the database.
type DatabaseCopier struct{ DB *postgres.Database }

// Backup implements Copier. It copies a snapshot of the database.
func (c DatabaseCopier) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return c.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, stores.All(ctx, at), check) })
}

// Make makes a backup of the data as a new file. It asks the running bot to copy its data file, copies a stopped bot's
// file itself, and copies one moment of a database. The file gets its name only after the copy is verified. Make returns
// the number of deals that other editions of the rules have settled.
func Make(ctx context.Context, c config.Config, name string) (editions doctor.Editions, err error) {
	file, err := filepath.Abs(name)
	if err != nil {
		return editions, exit.With(exit.IO, err)
	}
	if stores.IsDatabase(c.Data) {
		editions, err = backupDatabase(ctx, c, file)
	} else {
		editions, err = backupDataFile(ctx, c, file)
	}
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s is there already; a backup replaces no file", name))
	}
	return editions, err
}

// backupDatabase makes a backup of a database.
func backupDatabase(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	err = stores.WithDatabase(ctx, c.Data, func(db *postgres.Database) (err error) {
		editions, err = copySound(ctx, DatabaseCopier{DB: db}, c.Key, file)
		return err
	})
	return editions, err
}

// backupDataFile lets the running bot make a backup of its data file. If no bot can be reached, backupDataFile makes the
// backup itself, and only reads the data file. It refuses a file whose last commit may be missing (bolt.ErrMeta).
func backupDataFile(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	if editions, err = requestBackup(ctx, c.Data, file); !errors.Is(err, errNotRunning) {
		return editions, err
	}
	store, err := bolt.Inspect(c.Data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		editions, err = copySound(ctx, store, c.Key, file)
	}
	return editions, errors.Join(err, store.Close())
}

// copySound copies the store to a new file, which gets its name only if CheckSound returns no error. It returns what
// CheckSound returns.
func copySound(ctx context.Context, store Copier, keys stores.KeyFile, file string) (editions doctor.Editions, err error) {
	err = store.Backup(ctx, file, func(temp string) (err error) {
		editions, err = CheckSound(ctx, temp, keys)
		return err
	})
	return editions, err
}

// CheckSound examines the tables, the people, and what belongs to them in a backup, and replays deals until a day after
// their match. A fault is an error with exit.Data. CheckSound also returns how many deals other editions of the rules
// have settled.
func CheckSound(ctx context.Context, path string, keys stores.KeyFile) (doctor.Editions, error) {
	found, err := stores.ExamineKept(ctx, path, keys)
	if err == nil && len(found.Faults) > 0 {
		err = exit.With(exit.Data, fmt.Errorf("%d faults, the first: %s", len(found.Faults), found.Faults[0]))
	}
	return found.Editions, err
}

// isAboutContents reports whether an error of a copy or a check tells that the contents are wrong. Other errors may pass.
func isAboutContents(err error) bool {
	return exit.Code(err) == exit.Data || slices.ContainsFunc([]error{
		bolt.ErrForeign, bolt.ErrMeta, storage.ErrDamaged, documents.ErrNewerData, documents.ErrTooOld,
	}, func(target error) bool { return errors.Is(err, target) })
}
