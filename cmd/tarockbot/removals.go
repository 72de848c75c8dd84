package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/discord"
	"tarockbot/bot/people"
	"tarockbot/bot/telegram"
)

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

// List implements bot.Removals.
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

// Add implements bot.Removals. The list is written anew: whenever the process is
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
	if err := writeDurably(temp, text.String()); err != nil {
		return err
	}
	if err := os.Rename(temp, string(f)); err != nil {
		return err
	}
	return syncDir(filepath.Dir(string(f)))
}

// writeDurably makes the text the file's content, for its owner alone.
func writeDurably(path, text string) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = w.WriteString(text)
	return errors.Join(cmp.Or(err, w.Sync()), w.Close())
}

// syncDir makes the names in a directory durable. Windows can't and needn't.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
