// Package backup copies the data: once, by a schedule, or from one place to another; and restores copies.
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
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Make copies the data to a new file: a data file by the bot that runs on it, or else by itself, and a database as
// it is at one moment. It verifies the copy before the copy gets its name, and returns how many of its deals other
// editions of the rules have settled.
func Make(ctx context.Context, c config.Config, name string) (editions doctor.Editions, err error) {
	file, err := filepath.Abs(name)
	if err != nil {
		return editions, exit.With(exit.IO, err)
	}
	if stores.IsDatabase(c.Data) {
		err = stores.WithDatabase(ctx, c.Data, func(db *postgres.Database) error {
			return stores.Snapshots{DB: db}.Backup(ctx, file, Sound(ctx, c.Key, &editions))
		})
	} else if editions, err = ask(ctx, c.Data, file); errors.Is(err, errNotRunning) {
		editions, err = backupStopped(ctx, c, file)
	} else {
		err = exit.With(exit.IO, err)
	}
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s is there already; a backup replaces no file", name))
	}
	return editions, err
}

// backupStopped copies a data file that no bot runs on, and writes nothing beside it.
// It returns how many of its deals other editions of the rules have settled.
func backupStopped(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	store, err := bolt.Inspect(c.Data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		err = store.Backup(ctx, file, Sound(ctx, c.Key, &editions))
	}
	return editions, errors.Join(err, store.Close())
}

// Sound returns a check that a copy must pass before it counts: a bot could go on with all that is in it,
// and a replay of the latest deals gives their results. The check sets editions to the number of those deals that
// other editions of the rules have settled.
func Sound(ctx context.Context, keys stores.KeyFile, editions *doctor.Editions) func(path string) error {
	return func(path string) error {
		found, err := report.ExamineKept(ctx, path, keys)
		*editions = found.Editions
		if err == nil && len(found.Faults) > 0 {
			err = exit.With(exit.Data, fmt.Errorf("%d faults, the first: %s", len(found.Faults), found.Faults[0]))
		}
		return err
	}
}
