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

// TestTimes replaces times of postgres.Options in tests that run the whole program on busy machines. Zero keeps the
// default. A node has the default patience also in tests.
var TestTimes struct{ CommandPatience, LeaseTerm time.Duration }

// OpenDatabase connects to the database at the address, and creates the tables if the database is empty. Other nodes see
// this program's version at once, and its host and process when it acquires the lease. A call waits up to patience while
// the database can't be reached; zero means the default of postgres.Options.
func OpenDatabase(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version: version.OfNode(doctor.Migration.Current(), version.Text()),
		Address: fmt.Sprintf("%s, process %d", host, os.Getpid()), Patience: patience, Term: TestTimes.LeaseTerm,
	})
}

// WithDatabase connects to the database at the address, calls use with it, and disconnects.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := OpenDatabase(ctx, address, TestTimes.CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with a store in the database at the address, which must be empty. If fill fails, the database
// can't be used again (postgres.ErrUnfinished), and the operator must make a new one. Errors include postgres.ErrHeld and
// postgres.ErrNotEmpty.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}
