package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"tarockbot/bot"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Restorer restores backups into the data of the configuration, and prints its results to Out.
type Restorer struct {
	Config config.Config
	Out    io.Writer
	Log    *slog.Logger
}

// File copies the backup to the data file. With force it replaces an existing data file, and keeps that
// under another name.
func (r Restorer) File(ctx context.Context, from string, force bool) (err error) {
	to, aside := r.Config.Data, ""
	if err := r.Config.MakeDataDir(); err != nil {
		return err
	}
	before, _ := os.Lstat(to) // nil if there is none
	if force {
		if aside, err = keepAside(to, time.Now()); err != nil {
			return exit.With(exit.IO, err)
		}
	}
	err = bolt.Restore(ctx, from, to, force)
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s is there already; --force takes its place and keeps it aside", to))
	}
	switch {
	case aside != "" && err != nil:
		return removeAside(aside, to, before, err)
	case err != nil:
		return err
	case aside != "":
		fmt.Fprintf(r.Out, "%s: the data file until now\n", aside)
	}
	forgotten, err := r.forgetAgain(ctx)
	if err != nil {
		return fmt.Errorf("%s: restored from %s, but the people forgotten since aren't erased: %w", to, from, err)
	}
	r.printRestored(from, forgotten)
	return nil
}

// Database fills the empty database with the backup, and again erases the people forgotten since. No node can act
// on the database before that.
func (r Restorer) Database(ctx context.Context, from string) error {
	if err := bolt.Verify(from); err != nil {
		return err
	}
	if list := r.Config.RemovalsList(); list == nil {
		fmt.Fprintln(r.Out, "removals: isn't set, so nobody is erased again who was forgotten since the backup")
	} else if _, err := list.List(ctx); err != nil { // fails before the long part
		return err
	}
	if _, err := r.Config.Key.TolerantSealedStore(nil); err != nil { // fails before the long part, too
		return err
	}
	forgotten := 0
	err := stores.WithSnapshot(ctx, from, func(backup stores.Snapshot) error {
		return stores.FillDatabase(ctx, r.Config.Data, func(store *postgres.Store) (err error) {
			if err = commitAll(ctx, store, stores.All(ctx, backup)); err == nil {
				forgotten, err = r.forgetIn(ctx, store)
			}
			return err
		})
	})
	if err == nil {
		r.printRestored(from, forgotten)
	}
	return err
}

// forgetAgain erases the people forgotten after the backup from the data file, and returns their number. A bot would
// do so only when it starts.
func (r Restorer) forgetAgain(ctx context.Context) (n int, err error) {
	if list, err := r.Config.RemovalsList().List(ctx); err != nil || len(list) == 0 {
		return 0, err
	}
	store, err := bolt.Open(r.Config.Data, bolt.Options{})
	if err != nil {
		return 0, err
	}
	n, err = r.forgetIn(ctx, store)
	if err = errors.Join(err, store.Close()); err != nil || n == 0 {
		return 0, err
	}
	return n, stores.Compact(ctx, r.Config.Data)
}

// forgetIn erases the people on the removals list from a store, and returns their number. Without a list
// it erases none.
func (r Restorer) forgetIn(ctx context.Context, store storage.Store) (n int, err error) {
	list := r.Config.RemovalsList()
	if list == nil {
		return 0, nil
	}
	docs, err := r.Config.Key.TolerantSealedStore(store)
	if err != nil {
		return 0, err
	}
	return bot.ForgetListed(ctx, bot.Config{
		Store: docs, Log: r.Log, Random: rand.Reader, Now: time.Now,
		Language: r.Config.Language, Removals: list, Named: networks.NamedBy(),
	})
}

// printRestored prints that the data is restored, and how many people were erased again.
func (r Restorer) printRestored(from string, forgotten int) {
	data := stores.WithoutPassword(r.Config.Data)
	fmt.Fprintf(r.Out, "%s: restored from %s, verified\n", data, from)
	if forgotten > 0 {
		fmt.Fprintf(r.Out, "%s: %d who were forgotten since are erased again\n", data, forgotten)
	}
}

// keepAside gives the file a second name, which has the time in it. It returns that name, or "" if there
// is no file.
func keepAside(path string, now time.Time) (string, error) {
	aside := path + now.UTC().Format(".20060102T150405.000Z") + ".old"
	err := os.Link(path, aside)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = system.CopyFile(path, aside) // a file system without hard links
	}
	return aside, err
}

// removeAside removes the second name of the old file after a restore to the path has failed, and returns the failure.
// If the path no longer names the old file, removeAside keeps the second name and names it in the error.
func removeAside(aside, path string, before fs.FileInfo, failure error) error {
	if now, err := os.Lstat(path); err != nil || !os.SameFile(before, now) {
		return fmt.Errorf("%w; the data file until now is kept: %s", failure, aside)
	}
	return errors.Join(failure, os.Remove(aside))
}
