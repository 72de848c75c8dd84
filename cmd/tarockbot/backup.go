package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/pflag"

	"tarockbot/bot/doctor"
	"tarockbot/storage/bolt"
)

// newBackup copies the data file: by the bot that runs on it, or, if none
// does, by itself. The copy is verified before it gets its name.
func newBackup(*pflag.FlagSet) func(context.Context, call) error {
	return func(ctx context.Context, c call) error {
		file, err := filepath.Abs(c.files[0])
		if err != nil {
			return fail(exitIO, err)
		}
		editions, err := askBackup(ctx, c.config.Data, file)
		if errors.Is(err, errNotRunning) {
			editions, err = backupStopped(ctx, c.config.Data, file)
		} else {
			err = fail(exitIO, err)
		}
		if errors.Is(err, fs.ErrExist) {
			return fail(exitIO, fmt.Errorf("%s is there already; a backup replaces no file", c.files[0]))
		}
		if err != nil {
			return err
		}
		if _, err = fmt.Fprintf(c.out, "%s: backup of %s, verified\n", c.files[0], c.config.Data); err != nil {
			return err
		}
		return tellEditions(c.out, c.files[0], editions)
	}
}

// backupStopped copies a data file that no bot runs on, and writes nothing beside it.
// It returns how many of its deals other editions of the rules have settled.
func backupStopped(ctx context.Context, data, file string) (editions doctor.Editions, err error) {
	store, err := bolt.Inspect(data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		err = store.Backup(ctx, file, sound(ctx, &editions))
	}
	return editions, errors.Join(err, store.Close())
}

// sound is the check of a copy before it counts: a bot could go on with all that is
// in it, and what was played lately is what it says. How many of those deals
// other editions of the rules have settled is counted.
func sound(ctx context.Context, editions *doctor.Editions) func(path string) error {
	return func(path string) error {
		report, err := examine(ctx, path, doctor.ExamineKept)
		*editions = report.Editions
		if err == nil && len(report.Faults) > 0 {
			err = fail(exitData, fmt.Errorf("%d faults, the first: %s", len(report.Faults), report.Faults[0]))
		}
		return err
	}
}
