package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/discord"
	"tarockbot/bot/people"
	"tarockbot/bot/telegram"
	"tarockbot/storage/bolt"
)

func newRestore(flags *pflag.FlagSet) action {
	force := flags.Bool("force", false, "take the place of a data file that is there; the old one is kept beside it")
	return func(ctx context.Context, c call) (err error) {
		from, to, aside := c.files[0], c.config.Data, ""
		if err := makeDataDir(c); err != nil {
			return err
		}
		if *force {
			if aside, err = keepAside(to, time.Now()); err != nil {
				return fail(exitIO, err)
			}
		}
		err = bolt.Restore(ctx, from, to, *force)
		if errors.Is(err, fs.ErrExist) {
			err = fail(exitIO, fmt.Errorf("%s is there already; --force takes its place and keeps it aside", to))
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
		if err := forgetAgain(ctx, c); err != nil {
			return err
		}
		return lookAtRestored(ctx, c)
	}
}

// lookAtRestored says what is amiss in the data file. It is in its place all the same.
func lookAtRestored(ctx context.Context, c call) error {
	data := c.config.Data
	report, err := examineKept(ctx, data, c.config.Key)
	if err != nil {
		return err
	}
	tellFaults(c.out, report.Faults)
	if n := len(report.Faults); n > 0 {
		return fail(exitDiffers, fmt.Errorf("%s: restored, with %d faults", data, n))
	}
	tellSealed(c.out, data, report)
	tellEditions(c.out, data, report.Editions)
	return nil
}

// forgetAgain erases from the data file those who were forgotten after it was
// copied. The bot would do so when it starts, but until then they would be there.
func forgetAgain(ctx context.Context, c call) error {
	data := c.config.Data
	if list, err := removalsOf(data).List(); err != nil || len(list) == 0 {
		return err
	}
	store, err := bolt.Open(data, bolt.Options{})
	if err != nil {
		return err
	}
	docs, err := c.config.Key.openSome(store)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	n, err := bot.ForgetListed(ctx, bot.Config{
		Store: docs, Log: newLog(c.err, c.config), Random: rand.Reader, Now: time.Now,
		Language: c.config.Language, Removals: removalsOf(data), Named: namedBy(),
	})
	if err = errors.Join(err, store.Close()); err != nil || n == 0 {
		return err
	}
	if err = makeAnew(ctx, data); err == nil {
		fmt.Fprintf(c.out, "%s: %d who were forgotten since are erased again\n", data, n)
	}
	return err
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
		err = copyFile(path, aside) // a file system without hard links
	}
	if err != nil {
		return "", err
	}
	return aside, nil
}

// copyFile copies a file to a new one, durably.
func copyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	return errors.Join(writeDurably(to, os.O_EXCL, r), r.Close())
}

// namedBy tells what else notes call somebody, also where the network isn't served.
func namedBy() map[string]func(chat.UserID, map[string][]byte) []string {
	return map[string]func(chat.UserID, map[string][]byte) []string{"discord": discord.NamesIn, "telegram": telegram.NamesIn}
}

// removalsFile lists who was forgotten, a line each: when, and the random id. It
// stands beside the data file and not in it, for the data may be replaced by an
// older copy, which still has them. It tells nothing of them, and nothing is ever
// taken off it: nobody knows how old a copy may come back.
type removalsFile string

// removalsOf is the list beside the data file, whose name it has.
func removalsOf(data string) removalsFile { return removalsFile(data + ".removed") }

var _ people.Removals = removalsFile("")

// List implements people.Removals.
func (f removalsFile) List() ([]people.Forgotten, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []people.Forgotten
	for line := range strings.Lines(string(text)) {
		when, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, err := time.Parse(time.RFC3339, when)
		if err != nil || id == "" {
			return nil, fail(exitData, fmt.Errorf("%s: %q tells nobody who was forgotten", string(f), strings.TrimSpace(line)))
		}
		all = append(all, people.Forgotten{Person: chat.PersonID(id), At: at})
	}
	return all, nil
}

// Add implements people.Removals. The list is written anew: whenever the process is
// killed, one of the two is there.
func (f removalsFile) Add(some ...people.Forgotten) error {
	all, err := f.List()
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, x := range append(all, some...) {
		fmt.Fprintf(&text, "%s %s\n", x.At.UTC().Format(time.RFC3339), x.Person)
	}
	temp := string(f) + ".new"
	if err := writeDurably(temp, os.O_TRUNC, strings.NewReader(text.String())); err != nil {
		return err
	}
	if err := os.Rename(temp, string(f)); err != nil {
		return err
	}
	return bolt.SyncDir(filepath.Dir(string(f)))
}

// writeDurably makes the text the file's content, for its owner alone.
func writeDurably(path string, flag int, text io.Reader) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, text)
	return errors.Join(cmp.Or(err, w.Sync()), w.Close())
}
