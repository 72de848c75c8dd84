// Package backup makes, restores and schedules backups, and copies the data between files and databases. Start at Make,
// StartSchedule, Restorer and Copy.
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
	// Backup writes one moment of the store to a new file. It verifies the pages, calls check with the temporary path,
	// and then names the file. It returns fs.ErrExist if the name is taken.
	Backup(ctx context.Context, path string, check func(temp string) error) error
}

// DatabaseSource backs up a database while nodes use it.
type DatabaseSource struct{ DB *postgres.Database }

// Backup implements Source.
func (s DatabaseSource) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return s.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.BuildBackup(ctx, path, stores.AllDocs(ctx, at), check) })
}

// Make makes a checked backup as a new file. It asks a bot that runs on a data file to copy the file. Make returns how
// many deals other editions of the rules have settled.
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
		err = exit.With(exit.IO, fmt.Errorf("%s already exists; a backup replaces no file", name))
	}
	return editions, err
}

// backupDataFile returns bolt.ErrMeta if a stopped bot's file may lack its last commit.
func backupDataFile(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	if editions, err = requestBackup(ctx, c.Data, file); !errors.Is(err, errNotRunning) {
		return editions, err
	}
	store, err := bolt.OpenReadOnly(c.Data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		editions, err = copyChecked(ctx, store, c.DataKey, file)
	}
	return editions, errors.Join(err, store.Close())
}

func copyChecked(ctx context.Context, source Source, keyFile keys.DataKeyFile, file string) (editions doctor.Editions, err error) {
	err = source.Backup(ctx, file, func(temp string) (err error) {
		editions, err = checkContents(ctx, temp, keyFile)
		return err
	})
	return editions, err
}

func logBackup(log *slog.Logger, file string, editions doctor.Editions) {
	log.Info("backup made", "file", file, "older_rules", editions.Older, "newer_rules", editions.Newer)
}
