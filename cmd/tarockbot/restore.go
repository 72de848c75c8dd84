package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/telegram"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

func newRestore(flags *pflag.FlagSet) action {
	force := flags.Bool("force", false, "take the place of a data file that is there; the old one is kept beside it")
	return func(ctx context.Context, c call) (err error) {
		switch {
		case !stores.IsDatabase(c.config.Data):
			err = restoreFile(ctx, c, *force)
		case *force:
			err = exit.UsageError("restore: --force takes no database's place; make a new one, restore into it, and let the nodes have its address")
		default:
			err = restoreDatabase(ctx, c)
		}
		if err != nil {
			return err
		}
		return lookAtRestored(ctx, c)
	}
}

func restoreFile(ctx context.Context, c call, force bool) (err error) {
	from, to, aside := c.files[0], c.config.Data, ""
	if err := c.config.MakeDataDir(); err != nil {
		return err
	}
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
		return errors.Join(err, os.Remove(aside))
	case err != nil:
		return err
	case aside != "":
		fmt.Fprintf(c.out, "%s: the data file until now\n", aside)
	}
	fmt.Fprintf(c.out, "%s: restored from %s, verified\n", to, from)
	return forgetAgain(ctx, c)
}

// restoreDatabase restores into a database that is empty. Nobody acts on it before all is
// there, and those are erased again who were forgotten since.
func restoreDatabase(ctx context.Context, c call) error {
	from, to := c.files[0], stores.WithoutPassword(c.config.Data)
	if err := bolt.Verify(from); err != nil {
		return err
	}
	if removals := removalsOf(c.config); removals == nil {
		fmt.Fprintln(c.out, "removals: isn't set, so nobody is erased again who was forgotten since the backup")
	} else if _, err := removals.List(ctx); err != nil { // rather now than after half of it
		return err
	}
	return stores.Inspect(ctx, from, c.config.Key, func(backup stores.Snapshot, _ *sealed.Store) error {
		return stores.FillDatabase(ctx, c.config.Data, func(store *postgres.Store) error {
			if err := commitAll(ctx, store, stores.All(ctx, backup)); err != nil {
				return err
			}
			fmt.Fprintf(c.out, "%s: restored from %s, verified\n", to, from)
			n, err := forgetIn(ctx, c, store)
			if n > 0 && err == nil {
				tellForgotten(c, n)
			}
			return err
		})
	})
}

// lookAtRestored says what is amiss in the data. They are in their place all the same.
func lookAtRestored(ctx context.Context, c call) error {
	data := stores.WithoutPassword(c.config.Data)
	report, err := examineKept(ctx, c.config.Data, c.config.Key)
	if err != nil {
		return err
	}
	tellFaults(c.out, report.Faults)
	if n := len(report.Faults); n > 0 {
		return exit.With(exit.Differs, fmt.Errorf("%s: restored, with %s", data, faults(n)))
	}
	tellSealed(c.out, data, report)
	tellEditions(c.out, data, report.Editions)
	return nil
}

// forgetAgain erases from the data file those who were forgotten after it was
// copied. The bot would do so when it starts, but until then they would be there.
func forgetAgain(ctx context.Context, c call) error {
	data := c.config.Data
	if list, err := removalsOf(c.config).List(ctx); err != nil || len(list) == 0 {
		return err
	}
	store, err := bolt.Open(data, bolt.Options{})
	if err != nil {
		return err
	}
	n, err := forgetIn(ctx, c, store)
	if err = errors.Join(err, store.Close()); err != nil || n == 0 {
		return err
	}
	if err = stores.Compact(ctx, data); err == nil {
		tellForgotten(c, n)
	}
	return err
}

// forgetIn erases from a store those who are on the list of who was forgotten, if there is one.
func forgetIn(ctx context.Context, c call, store storage.Store) (n int, err error) {
	removals := removalsOf(c.config)
	if removals == nil {
		return 0, nil
	}
	docs, err := c.config.Key.OpenSome(store)
	if err != nil {
		return 0, err
	}
	return bot.ForgetListed(ctx, bot.Config{
		Store: docs, Log: newLog(c.err, c.config), Random: rand.Reader, Now: time.Now,
		Language: c.config.Language, Removals: removals, Named: namedBy(),
	})
}

func tellForgotten(c call, n int) {
	fmt.Fprintf(c.out, "%s: %d who were forgotten since are erased again\n", stores.WithoutPassword(c.config.Data), n)
}

// keepAside gives the file a second name, with the time in it, and returns it;
// "" if there is no file.
func keepAside(path string, now time.Time) (string, error) {
	aside := path + now.UTC().Format(".20060102T150405.000Z") + ".old"
	err := os.Link(path, aside)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = system.CopyFile(path, aside) // a file system without hard links
	}
	if err != nil {
		return "", err
	}
	return aside, nil
}

// namedBy tells what else notes call somebody, also where the network isn't served.
func namedBy() map[string]func(chat.UserID, map[string][]byte) []string {
	return map[string]func(chat.UserID, map[string][]byte) []string{"discord": discord.NamesIn, "telegram": telegram.NamesIn}
}
