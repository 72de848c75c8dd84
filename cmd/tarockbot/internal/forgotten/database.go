package forgotten

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

type database string

// Kind is the kind of the list's documents.
const Kind = "forgotten"

func (d database) List(ctx context.Context) (all []people.Forgotten, err error) {
	err = stores.WithDatabase(ctx, string(d), func(db *postgres.Database) error {
		if kinds, err := db.Reader().Kinds(ctx); err != nil || len(kinds) > 0 && !slices.Equal(kinds, []string{Kind}) {
			return cmp.Or(err, exit.With(exit.Config, fmt.Errorf("%s also has other documents; name a database that holds only the list", location.Redact(string(d)))))
		}
		for doc, err := range db.Reader().Scan(ctx, Kind, "", "") {
			if err != nil {
				return err
			}
			at, err := time.Parse(time.RFC3339, string(doc.Data))
			if err != nil {
				return exit.With(exit.Data, fmt.Errorf("%q is not an entry of the list of forgotten people", doc.Key.ID))
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

func (d database) Add(ctx context.Context, added ...people.Forgotten) error {
	return stores.WithDatabase(ctx, string(d), func(db *postgres.Database) error {
		lease, err := acquireWithRetries(ctx, db)
		if err != nil {
			return err
		}
		store := lease.Store()
		for _, x := range added {
			doc := storage.Doc{Key: storage.Key{Kind: Kind, ID: string(x.Person)}, Data: x.At.UTC().AppendFormat(nil, time.RFC3339)}
			if err := store.Commit(ctx, doc); err != nil && !errors.Is(err, storage.ErrConflict) { // already listed
				return errors.Join(err, store.Close())
			}
		}
		return store.Close()
	})
}

// acquireWithRetries waits while another process adds to the list, or until a killed process's lease expires.
func acquireWithRetries(ctx context.Context, db *postgres.Database) (*postgres.Lease, error) {
	const wait, tries = 200 * time.Millisecond, 75
	for n := 1; ; n++ {
		lease, err := db.Acquire(ctx)
		if !errors.Is(err, postgres.ErrHeld) || n == tries || !retry.Sleep(ctx, wait) {
			return lease, err
		}
	}
}
