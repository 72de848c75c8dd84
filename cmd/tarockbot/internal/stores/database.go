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

// Only tests set these: they run the whole program, which has no such settings, on machines that may be too busy for the
// defaults. Zero means the default of postgres.Options.
var (
	// CommandPatience is how long a command waits for a database that it can't reach.
	CommandPatience time.Duration
	// LeaseTerm is how long the lease of a node lasts without a renewal.
	LeaseTerm time.Duration
)

// OpenDatabase connects to the database at the address, and announces this process and its version to the other nodes. A
// call waits up to patience while the database can't be reached; zero means the default of postgres.Options.
func OpenDatabase(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version: NodeVersion(doctor.Migration.Current(), version.Text()),
		Address: fmt.Sprintf("%s, process %d", host, os.Getpid()), Patience: patience, Term: LeaseTerm,
	})
}

// WithDatabase connects to the database at the address, calls use with it, and disconnects.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := OpenDatabase(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with a store in the database at the address, which must be empty. If fill fails, no program
// opens the database any more: the operator must make a new one.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}

// schemaFormat formats the beginning of a node's version.
const schemaFormat = "data %d, "

// NodeVersion returns the version that a node announces to the others: the schema version of its data, and the version
// of the program.
func NodeVersion(schema int, program string) string {
	return fmt.Sprintf(schemaFormat, schema) + program
}

// SchemaOf returns the schema version in the version of a node. It returns false if there is none.
func SchemaOf(nodeVersion string) (schema int, ok bool) {
	_, err := fmt.Sscanf(nodeVersion, schemaFormat, &schema)
	return schema, err == nil
}

// clockTolerance is the least difference of two clocks that is worth a warning.
const clockTolerance = 5 * time.Second

// ClockWarning returns a warning if the database's clock and this machine's differ by clockTolerance or more, else "".
// The database's clock is ahead by the given time, or behind if the time is negative.
func ClockWarning(ahead time.Duration) string {
	if ahead.Abs() < clockTolerance {
		return ""
	}
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	return fmt.Sprintf("the database: its clock, which counts for all nodes, is %v %s this machine's; let NTP set both", ahead.Abs().Round(time.Second), way)
}
