package stores

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage/postgres"
)

// OpenDatabase connects to a database as a node of this machine. Its calls wait up to patience while the
// database can't be reached. Zero means the default.
func OpenDatabase(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version: fmt.Sprintf(VersionForm, doctor.Migration.Current()) + version.Text(),
		Address: fmt.Sprintf("%s, process %d", host, os.Getpid()), Patience: patience, Term: LeaseTerm,
	})
}

// VersionForm formats the beginning of a node's version: the schema version of the data.
const VersionForm = "data %d, "

// WithDatabase connects to the database at the address, calls use with it, and disconnects.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := OpenDatabase(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with a store in the database at the address. The database must be empty.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}
