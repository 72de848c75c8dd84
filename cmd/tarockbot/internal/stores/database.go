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

// TestTimes shortens or lengthens waits in tests of the whole program. Only TestMain sets it, before any call. Zero is the
// default of postgres.Options. CommandPatience doesn't apply to OpenDatabase, which nodes use.
var TestTimes struct{ CommandPatience, LeaseTerm time.Duration }

// OpenDatabase connects a node to the database at the address, and creates the tables if the database is empty. Other
// nodes see this program's version at once, and its host and process when it acquires the lease. Errors are those of
// os.Hostname and postgres.Open.
func OpenDatabase(ctx context.Context, address string) (*postgres.Database, error) {
	return open(ctx, address, 0)
}

// open does what OpenDatabase does. A call waits up to patience while the database can't be reached; 0 is the default of
// postgres.Options.
func open(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version: version.OfNode(doctor.Migration.Current(), version.Text()),
		Address: fmt.Sprintf("%s, process %d", host, os.Getpid()), Patience: patience, Term: TestTimes.LeaseTerm,
	})
}

// WithDatabase opens the database at the address as OpenDatabase does, calls use with it, and disconnects. It returns the
// error of OpenDatabase or of use.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := open(ctx, address, TestTimes.CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with a store in the database, which must be empty. If fill fails or the process is killed, no
// program opens the database again (postgres.ErrUnfinished), and the operator must create a new one. Errors include
// postgres.ErrHeld and postgres.ErrNotEmpty.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}
