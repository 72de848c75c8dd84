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

// LeaseTerm is the time after which an unrenewed lease expires. Zero means the default. Only TestMain sets it.
var LeaseTerm time.Duration

// CommandPatience is roughly how long WithDatabase waits for an unreachable database. Zero means the default. Only
// TestMain sets it.
var CommandPatience time.Duration

// OpenDatabase connects a node to the database, and creates the tables if needed. The caller must close it.
func OpenDatabase(ctx context.Context, address string) (*postgres.Database, error) {
	return connect(ctx, address, 0)
}

func connect(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version:  version.NodeVersion(doctor.Migration.Current(), version.Text()),
		Address:  fmt.Sprintf("%s, process %d", host, os.Getpid()),
		Patience: patience,
		Term:     LeaseTerm,
	})
}

// WithDatabase calls use with a connection to the database. Other nodes see this program's version meanwhile.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := connect(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with an empty database, or returns postgres.ErrNotEmpty. If fill fails, no program opens the
// database again (postgres.ErrUnfinished).
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, location.Redact(address))
	}
	return err
}
