package stores

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage/postgres"
)

// LeaseTerm is the time after which a lease that isn't renewed expires; 0 is the default of postgres.Options. Only TestMain
// sets it, before the first call.
var LeaseTerm time.Duration

// CommandPatience is roughly how long each call in a database of WithDatabase waits while the database can't be reached; 0
// is the default of postgres.Options. OpenDatabase doesn't use it. Only TestMain sets it, before the first call.
var CommandPatience time.Duration

// OpenDatabase connects a node to the database and creates the tables if it is empty. The caller must close it. Errors are
// those of os.Hostname and postgres.Open.
func OpenDatabase(ctx context.Context, address string) (*postgres.Database, error) {
	return connect(ctx, address, 0)
}

// connect connects to the database at the address, and creates the tables if the database is empty. Other nodes see this
// program's version as soon as it connects, and its host and process once it acquires the lease. A call waits up to
// patience while the database can't be reached; 0 is the default of postgres.Options. Errors are those of os.Hostname and
// postgres.Open.
func connect(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version:  version.OfNode(doctor.Migration.Current(), version.Text()),
		Address:  fmt.Sprintf("%s, process %d", host, os.Getpid()),
		Patience: patience,
		Term:     LeaseTerm,
	})
}

// WithDatabase connects to the database at the address, calls use with it, and disconnects. Commands use it, and so does a
// removals list in a database of its own. Until use returns, nodes on the database see this program's version. Errors are
// those of OpenDatabase and of use.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := connect(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with a store in the database, which must be empty. If fill fails or the process is killed, no
// program opens the database again (postgres.ErrUnfinished), and the operator must create a new one. Errors are
// those of WithDatabase, postgres.ErrHeld, postgres.ErrNotEmpty, and those of fill.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, location.Redacted(address))
	}
	return err
}
