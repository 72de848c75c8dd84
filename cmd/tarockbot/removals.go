package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// removalsOf is the list of who was forgotten. It stands beside the data and not among
// them, for they may be replaced by an older copy, which still has them. It tells nothing of
// them, and nothing is ever taken off it: nobody knows how old a copy may come back. Beside
// a database there is no place for it: nil, unless it is configured.
func removalsOf(c config.Config) people.Removals {
	switch {
	case stores.IsDatabase(c.Removals):
		return removalsDatabase(c.Removals)
	case c.Removals != "":
		return removalsFile(c.Removals)
	case stores.IsDatabase(c.Data):
		return nil
	}
	return removalsFile(c.Data + ".removed")
}

// removalsFile is the list as a file, a line each: when, and the random id.
type removalsFile string

// List implements people.Removals.
func (f removalsFile) List(context.Context) ([]people.Forgotten, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(filepath.Dir(string(f))) // there it will be
	}
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("removals: %w", err))
	}
	var all []people.Forgotten
	for line := range strings.Lines(string(text)) {
		when, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, err := time.Parse(time.RFC3339, when)
		if err != nil || id == "" {
			return nil, exit.With(exit.Data, fmt.Errorf("removals: %s: %q tells nobody who was forgotten", string(f), strings.TrimSpace(line)))
		}
		all = append(all, people.Forgotten{Person: chat.PersonID(id), At: at})
	}
	return all, nil
}

// Add implements people.Removals. The list is written anew: whenever the process is
// killed, one of the two is there.
func (f removalsFile) Add(ctx context.Context, some ...people.Forgotten) error {
	all, err := f.List(ctx)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, x := range append(all, some...) {
		fmt.Fprintf(&text, "%s %s\n", x.At.UTC().Format(time.RFC3339), x.Person)
	}
	temp := string(f) + ".new"
	if err := system.WriteDurably(temp, os.O_TRUNC, strings.NewReader(text.String())); err != nil {
		return err
	}
	if err := os.Rename(temp, string(f)); err != nil {
		return err
	}
	return bolt.SyncDir(filepath.Dir(string(f)))
}

// removalsDatabase is the list as documents of a database that has nothing else: when, by
// the random id. Connections are made when they are needed, for that is rare.
type removalsDatabase string

// kindForgotten is the kind of these documents.
const kindForgotten = "forgotten"

// List implements people.Removals.
func (d removalsDatabase) List(ctx context.Context) (all []people.Forgotten, err error) {
	err = stores.WithDatabase(ctx, string(d), func(db *postgres.Database) error {
		if kinds, err := db.Reader().Kinds(ctx); err != nil || len(kinds) > 0 && !slices.Equal(kinds, []string{kindForgotten}) {
			return cmp.Or(err, exit.With(exit.Config, fmt.Errorf("%s has other documents as well; name a database of its own", stores.WithoutPassword(string(d)))))
		}
		for doc, err := range db.Reader().Scan(ctx, kindForgotten, "", "") {
			if err != nil {
				return err
			}
			at, err := time.Parse(time.RFC3339, string(doc.Data))
			if err != nil {
				return exit.With(exit.Data, fmt.Errorf("%q tells nobody who was forgotten", doc.Key.ID))
			}
			all = append(all, people.Forgotten{Person: chat.PersonID(doc.Key.ID), At: at})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("removals: %w", err)
	}
	return all, nil
}

// Add implements people.Removals.
func (d removalsDatabase) Add(ctx context.Context, some ...people.Forgotten) error {
	return stores.WithDatabase(ctx, string(d), func(db *postgres.Database) error {
		lease, err := takeSoon(ctx, db)
		if err != nil {
			return err
		}
		store := lease.Store()
		for _, x := range some {
			doc := storage.Doc{Key: storage.Key{Kind: kindForgotten, ID: string(x.Person)}, Data: x.At.UTC().AppendFormat(nil, time.RFC3339)}
			if err = store.Commit(ctx, doc); errors.Is(err, storage.ErrConflict) {
				err = nil // who is on it already
			}
			if err != nil {
				break
			}
		}
		return errors.Join(err, store.Close())
	})
}

// takeSoon waits for who adds something, or has died of it.
func takeSoon(ctx context.Context, db *postgres.Database) (*postgres.Lease, error) {
	const wait, tries = 200 * time.Millisecond, 75
	for n := 1; ; n++ {
		lease, err := db.Take(ctx)
		if !errors.Is(err, postgres.ErrHeld) || n == tries || !retry.Sleep(ctx, wait) {
			return lease, err
		}
	}
}
