// Package backup makes and restores backups of the data, on request and by a schedule, and copies the data from one
// place to another.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Copier is a store that copies itself while others use it.
type Copier interface {
	// Backup copies the store to a new file. The file gets its name only after check has passed.
	Backup(ctx context.Context, path string, check func(temp string) error) error
}

// Make makes a backup of the data as a new file. It asks the running bot to copy its data file, copies a stopped bot's
// file itself, and copies one moment of a database. It verifies the copy before the copy gets its name. It returns the
// number of deals that other editions of the rules have settled.
func Make(ctx context.Context, c config.Config, name string) (editions doctor.Editions, err error) {
	file, err := filepath.Abs(name)
	if err != nil {
		return editions, exit.With(exit.IO, err)
	}
	if stores.IsDatabase(c.Data) {
		err = stores.WithDatabase(ctx, c.Data, func(db *postgres.Database) error {
			return stores.DatabaseCopier{DB: db}.Backup(ctx, file, SoundCheck(ctx, c.Key, &editions))
		})
	} else if editions, err = requestBackup(ctx, c.Data, file); errors.Is(err, errNotRunning) {
		editions, err = backupStopped(ctx, c, file)
	} else {
		err = exit.With(exit.IO, err)
	}
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s is there already; a backup replaces no file", name))
	}
	return editions, err
}

// backupStopped makes a backup of a data file that no bot runs on. It changes nothing else.
func backupStopped(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	store, err := bolt.Inspect(c.Data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		err = store.Backup(ctx, file, SoundCheck(ctx, c.Key, &editions))
	}
	return editions, errors.Join(err, store.Close())
}

// SoundCheck returns a check that a copy must pass. The check examines every document and replays the
// latest deals. It sets editions to the number of those deals that other editions of the rules have
// settled.
func SoundCheck(ctx context.Context, keys stores.KeyFile, editions *doctor.Editions) func(path string) error {
	return func(path string) error {
		found, err := stores.ExamineKept(ctx, path, keys)
		*editions = found.Editions
		if err == nil && len(found.Faults) > 0 {
			err = exit.With(exit.Data, fmt.Errorf("%d faults, the first: %s", len(found.Faults), found.Faults[0]))
		}
		return err
	}
}
