// Package removals keeps the list of people who were forgotten, outside of the data.
package removals

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
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Of returns the list of people who were forgotten, at the place that the configuration names for it. The list
// stands beside the data and not among them, because an older copy, which still has these people, may replace the
// data. The list tells nothing of them. Nothing is ever taken off it: nobody knows how old a copy may come back.
// Beside a database there is no place for a list: Of returns nil, unless a place is configured.
func Of(place, data string) people.Removals {
	switch {
	case stores.IsDatabase(place):
		return database(place)
	case place != "":
		return file(place)
	case stores.IsDatabase(data):
		return nil
	}
	return file(data + ".removed")
}

// Missing warns of a database without a list of removals.
const Missing = "removals: isn't set: who was forgotten would come back with a database that is restored; name a file, or another database"

// file is the list as a file, a line each: when, and the random id.
type file string

// List implements people.Removals.
func (f file) List(context.Context) ([]people.Forgotten, error) {
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

// Add implements people.Removals. It writes a new file and renames it, so that a killed process leaves the old list or
// the new one.
func (f file) Add(ctx context.Context, some ...people.Forgotten) error {
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

// database is the list as documents of a database that has nothing else: when, by
// the random id. Connections are made when they are needed, for that is rare.
type database string

// Kind is the kind of the list's documents in a database.
const Kind = "forgotten"

// List implements people.Removals.
func (d database) List(ctx context.Context) (all []people.Forgotten, err error) {
	err = stores.WithDatabase(ctx, string(d), func(db *postgres.Database) error {
		if kinds, err := db.Reader().Kinds(ctx); err != nil || len(kinds) > 0 && !slices.Equal(kinds, []string{Kind}) {
			return cmp.Or(err, exit.With(exit.Config, fmt.Errorf("%s has other documents as well; name a database of its own", stores.WithoutPassword(string(d)))))
		}
		for doc, err := range db.Reader().Scan(ctx, Kind, "", "") {
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
func (d database) Add(ctx context.Context, some ...people.Forgotten) error {
	return stores.WithDatabase(ctx, string(d), func(db *postgres.Database) error {
		lease, err := takeSoon(ctx, db)
		if err != nil {
			return err
		}
		store := lease.Store()
		for _, x := range some {
			doc := storage.Doc{Key: storage.Key{Kind: Kind, ID: string(x.Person)}, Data: x.At.UTC().AppendFormat(nil, time.RFC3339)}
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
		lease, err := db.Acquire(ctx)
		if !errors.Is(err, postgres.ErrHeld) || n == tries || !retry.Sleep(ctx, wait) {
			return lease, err
		}
	}
}
