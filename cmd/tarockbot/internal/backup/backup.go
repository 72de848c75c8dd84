// Package backup makes and restores backups of the data, on request and by a schedule, and copies the data from one
// place to another.
//
//   - backup.go makes a backup on request. requests.go lets the running bot make it.
//   - schedule.go lets a running bot make backups by itself. prune.go deletes surplus and old ones. directory.go finds
//     backups. checker.go checks their contents.
//   - restore.go restores a backup. copy.go copies the data to a new file or an empty database. fill.go writes
//     documents into a database for both.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Source is a store that can be backed up while others use it.
type Source interface {
	// Backup writes one moment of the store to a new file. It verifies the pages of the file, calls check with its
	// temporary path, and then gives it its name. If the name is taken, the error is fs.ErrExist. Backup returns the
	// errors of check, wrapped.
	Backup(ctx context.Context, path string, check func(temp string) error) error
}

// DatabaseSource is a Source that backs a database up into data files, even while nodes use the database.
type DatabaseSource struct{ DB *postgres.Database }

// Backup implements Source. It copies a snapshot of the database.
func (s DatabaseSource) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return s.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, stores.All(ctx, at), check) })
}

// Make makes a backup of the data as a new file. If a bot runs on the data file, Make asks the bot to copy it; if none
// runs, Make copies the file itself. From a database it copies one moment. The new file gets its name only after its
// contents are checked. If the name is taken, the error has exit.IO. Make returns how many deals other editions of the
// rules have settled.
func Make(ctx context.Context, c config.Config, name string) (editions doctor.Editions, err error) {
	file, err := filepath.Abs(name)
	if err != nil {
		return editions, exit.With(exit.IO, err)
	}
	if location.IsDatabase(c.Data) {
		err = stores.WithDatabase(ctx, c.Data, func(db *postgres.Database) (err error) {
			editions, err = copyChecked(ctx, DatabaseSource{DB: db}, c.DataKey, file)
			return err
		})
	} else {
		editions, err = backupDataFile(ctx, c, file)
	}
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s is there already; a backup replaces no file", name))
	}
	return editions, err
}

// backupDataFile asks the running bot for a backup of its data file. If no bot can be reached, it copies the file itself
// and doesn't change it. It returns bolt.ErrMeta if a stopped bot's file may lack its last commit.
func backupDataFile(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	if editions, err = requestBackup(ctx, c.Data, file); !errors.Is(err, errNotRunning) {
		return editions, err
	}
	store, err := bolt.Inspect(c.Data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		editions, err = copyChecked(ctx, store, c.DataKey, file)
	}
	return editions, errors.Join(err, store.Close())
}

// copyChecked copies the source to a new file, which gets its name only if checkContents returns no error. It returns how
// many deals other editions of the rules have settled.
func copyChecked(ctx context.Context, source Source, keyFile keys.DataKeyFile, file string) (editions doctor.Editions, err error) {
	err = source.Backup(ctx, file, func(temp string) (err error) {
		editions, err = checkContents(ctx, temp, keyFile)
		return err
	})
	return editions, err
}

// logMade logs that a running bot has made a backup.
func logMade(log *slog.Logger, file string, editions doctor.Editions) {
	log.Info("backup made", "file", file, "older_rules", editions.Older, "newer_rules", editions.Newer)
}
