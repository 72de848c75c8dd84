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

// Restore restores the backup into the data file, or into the database, which must be empty. With force it replaces an
// existing data file, and keeps the old file under a second name. Force is refused for a database.
func (r Restorer) Restore(ctx context.Context, from string, force bool) (err error) {
	forgotten := 0
	switch {
	case !stores.IsDatabase(r.Config.Data):
		forgotten, err = r.restoreFile(ctx, from, force)
	case force:
		err = exit.UsageError("restore: --force takes no database's place; make a new one, restore into it, and let the nodes have its address")
	default:
		forgotten, err = r.restoreDatabase(ctx, from)
	}
	if err != nil {
		return err
	}
	data := stores.WithoutPassword(r.Config.Data)
	fmt.Fprintf(r.Out, "%s: restored from %s, verified\n", data, from)
	if forgotten > 0 {
		fmt.Fprintf(r.Out, "%s: identities of people forgotten since the backup, erased again: %d\n", data, forgotten)
	}
	return nil
}

// restoreFile copies the backup to the data file, and again erases the people forgotten since. It returns how many
// identities it erased.
func (r Restorer) restoreFile(ctx context.Context, from string, force bool) (forgotten int, err error) {
	to := r.Config.Data
	if err := r.Config.MakeDataDir(); err != nil {
		return 0, err
	}
	aside, err := replaceFile(ctx, from, to, force)
	if err != nil {
		return 0, err
	}
	if aside != "" {
		fmt.Fprintf(r.Out, "%s: the data file until now\n", aside)
	}
	if forgotten, err = r.eraseForgottenInFile(ctx); err != nil {
		err = fmt.Errorf("%s: restored from %s, but the people forgotten since aren't erased: %w", to, from, err)
	}
	return forgotten, err
}

// restoreDatabase fills the empty database with the backup, and again erases the people forgotten since. It returns how
// many identities it erased. No node can act on the database before that.
func (r Restorer) restoreDatabase(ctx context.Context, from string) (forgotten int, err error) {
	if err := bolt.Verify(from); err != nil {
		return 0, err
	}
	if list := r.Config.RemovalsList(); list == nil {
		fmt.Fprintln(r.Out, "removals: isn't set, so people forgotten since the backup aren't erased again")
	} else if _, err := list.List(ctx); err != nil { // fails before the long part
		return 0, err
	}
	if _, err := r.Config.Key.TolerantSealedStore(nil); err != nil { // fails before the long part, too
		return 0, err
	}
	err = stores.WithSnapshot(ctx, from, func(backup stores.Snapshot) error {
		return stores.FillDatabase(ctx, r.Config.Data, func(store *postgres.Store) (err error) {
			if err = commitAll(ctx, store, stores.All(ctx, backup)); err == nil {
				forgotten, err = r.eraseForgotten(ctx, store)
			}
			return err
		})
	})
	return forgotten, err
}

// eraseForgottenInFile erases the people forgotten after the backup from the data file, and returns how many identities
// it erased. A bot would do so only when it starts.
func (r Restorer) eraseForgottenInFile(ctx context.Context) (n int, err error) {
	if list, err := r.Config.RemovalsList().List(ctx); err != nil || len(list) == 0 {
		return 0, err
	}
	store, err := bolt.Open(r.Config.Data, bolt.Options{})
	if err != nil {
		return 0, err
	}
	n, err = r.eraseForgotten(ctx, store)
	if err = errors.Join(err, store.Close()); err != nil || n == 0 {
		return 0, err
	}
	return n, stores.Compact(ctx, r.Config.Data)
}

// eraseForgotten erases the people on the removals list from a store, and returns how many identities it erased. Without
// a list it erases none.
func (r Restorer) eraseForgotten(ctx context.Context, store storage.Store) (n int, err error) {
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

// replaceFile makes the data file a verified copy of the backup. With force it replaces an existing file, and returns
// the second name that the old file keeps; "" if there was no file.
func replaceFile(ctx context.Context, from, to string, force bool) (aside string, err error) {
	before, _ := os.Lstat(to) // nil if there is none
	if force {
		if aside, err = keepAside(to, time.Now()); err != nil {
			return "", exit.With(exit.IO, err)
		}
	}
	err = bolt.Restore(ctx, from, to, force)
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s is there already; --force takes its place and keeps it aside", to))
	}
	if err != nil && aside != "" {
		err = removeAside(aside, to, before, err)
	}
	return aside, err
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
