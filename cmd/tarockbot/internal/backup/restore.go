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
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Restorer restores backups into the configured data. It prints results to Out.
type Restorer struct {
	Config config.Config
	Out    io.Writer
	Log    *slog.Logger
}

// Restore restores the backup into the data file or an empty database, and erases the people forgotten since the
// backup. With force it replaces an existing data file, and keeps the old one under a second name.
func (r Restorer) Restore(ctx context.Context, from string, force bool) (err error) {
	isDatabase := location.IsDatabase(r.Config.Data)
	if isDatabase && force {
		return exit.UsageError("restore: --force can't replace a database; make a new one, restore into it, and give the nodes its address")
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	var erased int
	if isDatabase {
		erased, err = r.restoreDatabase(ctx, from)
	} else {
		erased, err = r.restoreFile(ctx, from, force)
	}
	if err != nil {
		return err
	}
	data := location.Redact(r.Config.Data)
	fmt.Fprintf(r.Out, "%s: restored from %s, verified\n", data, from)
	if erased > 0 {
		fmt.Fprintf(r.Out, "%s: identities of people forgotten since the backup, erased again: %d\n", data, erased)
	}
	return nil
}

// prepare finds unreadable files before the data is changed.
func (r Restorer) prepare(ctx context.Context) error {
	if err := r.Config.MakeDataDir(); err != nil { // a list of forgotten people beside the data file needs its directory
		return err
	}
	if list := r.Config.ForgottenList(); list != nil {
		if _, err := list.List(ctx); err != nil {
			return err
		}
	}
	if _, err := r.Config.DataKey.Read(); !errors.Is(err, fs.ErrNotExist) { // without keys, sealed documents stay closed
		return err
	}
	return nil
}

// restoreFile returns how many identities it erased. If it fails after replacing the file, the bot's next start erases
// and compacts.
func (r Restorer) restoreFile(ctx context.Context, from string, force bool) (erased int, err error) {
	to := r.Config.Data
	aside, err := replaceFile(ctx, from, to, force)
	if err != nil {
		return 0, err
	}
	if aside != "" {
		fmt.Fprintf(r.Out, "%s: the old data file\n", aside)
	}
	if erased, err = r.eraseForgottenInFile(ctx); err != nil {
		return 0, fmt.Errorf("%s: restored from %s, but it may hold people forgotten since until the bot starts: %w", to, from, err)
	}
	if erased > 0 {
		if err := stores.Compact(ctx, to); err != nil {
			return 0, fmt.Errorf("%s: restored from %s, and the people forgotten since are erased, but the file couldn't be "+
				"compacted, and may hold their traces until the bot starts: %w", to, from, err)
		}
	}
	return erased, nil
}

func (r Restorer) restoreDatabase(ctx context.Context, from string) (erased int, err error) {
	if err := bolt.Verify(from); err != nil {
		return 0, err
	}
	if r.Config.ForgottenList() == nil {
		fmt.Fprintln(r.Out, "removals: isn't set, so people forgotten since the backup aren't erased again")
	}
	err = stores.WithSnapshot(ctx, from, func(backup stores.Snapshot) error {
		return stores.FillDatabase(ctx, r.Config.Data, func(store *postgres.Store) (err error) {
			if err = commitAll(ctx, store, stores.AllDocs(ctx, backup)); err == nil {
				erased, err = r.eraseForgotten(ctx, store)
			}
			return err
		})
	})
	return erased, err
}

func (r Restorer) eraseForgottenInFile(ctx context.Context) (n int, err error) {
	if list, err := r.Config.ForgottenList().List(ctx); err != nil || len(list) == 0 {
		return 0, err
	}
	store, err := bolt.Open(r.Config.Data)
	if err != nil {
		return 0, err
	}
	n, err = r.eraseForgotten(ctx, store)
	return n, errors.Join(err, store.Close())
}

func (r Restorer) eraseForgotten(ctx context.Context, store storage.Store) (n int, err error) {
	list := r.Config.ForgottenList()
	if list == nil {
		return 0, nil
	}
	docs, err := r.Config.DataKey.TolerantSealedStore(store)
	if err != nil {
		return 0, err
	}
	return bot.ForgetListed(ctx, bot.Config{
		Store: docs, Log: r.Log, Random: rand.Reader, Now: time.Now,
		Language: r.Config.Language, ForgottenList: list, OtherNames: networks.NamesInNotes(),
	})
}

// replaceFile returns the second name of the old file, or "". If it fails, the old file keeps its name, unless the
// error says otherwise.
func replaceFile(ctx context.Context, from, to string, force bool) (aside string, err error) {
	before, _ := os.Lstat(to)
	if force {
		if aside, err = keepAside(to, time.Now()); err != nil {
			return "", exit.With(exit.IO, fmt.Errorf("%s is not replaced, because it can't be kept under a second name: %w", to, err))
		}
	}
	err = bolt.Restore(ctx, from, to, force)
	if errors.Is(err, fs.ErrExist) {
		err = exit.With(exit.IO, fmt.Errorf("%s already exists; --force replaces it, and keeps the old file beside it", to))
	}
	if err != nil && aside != "" {
		return "", removeAside(aside, to, before, err)
	}
	return aside, err
}

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

// removeAside keeps the second name if path may be replaced already.
func removeAside(aside, path string, before fs.FileInfo, failure error) error {
	if now, err := os.Lstat(path); err != nil || !os.SameFile(before, now) {
		return fmt.Errorf("%w; %s may be replaced already, and the old data file is kept: %s", failure, path, aside)
	}
	return errors.Join(failure, os.Remove(aside))
}
