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

// Tests set these before anything runs. They are variables because tests run the whole program.
var (
	// CommandPatience is how long a command waits for a database that it can't reach. Zero means as long as a node
	// waits.
	CommandPatience time.Duration
	// LeaseTerm is how long a lease lasts without a renewal. Zero means the default. A busy machine renews late.
	LeaseTerm time.Duration
)

// OpenDatabase connects to the database at the address as a node of this machine. Calls of the database wait up to
// patience while it can't be reached. Zero means the default.
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

// WithDatabase connects to the database at the address, calls use with it, and disconnects.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := OpenDatabase(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with a store in the database at the address. The database must be empty. If fill fails, no
// program opens the database any more, and the operator makes a new one.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}

// farOff is the difference of two clocks that is worth a warning.
const farOff = 5 * time.Second

// ClockWarning returns a warning if the database's clock is far ahead of this machine's, or behind it if the time is
// negative. It returns "" if the difference is below farOff.
func ClockWarning(ahead time.Duration) string {
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	if ahead = ahead.Abs().Round(time.Second); ahead < farOff {
		return ""
	}
	return fmt.Sprintf("the database: its clock, which counts for all nodes, is %v %s this machine's; let NTP set both", ahead, way)
}
