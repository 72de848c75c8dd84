// Package postgres keeps documents in PostgreSQL, so that other nodes can stand by for the one
// that acts. Start at Open. lease.go is the right to act, which every commit checks. commit.go
// makes a write durable, and resolves an unknown outcome. group.go writes moves together.
// retry.go repeats calls after temporary errors; errors.go tells errors apart. schema.go has the
// tables.
package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Options are the operator's choices. The zero value is good.
type Options struct {
	// Version of the program and Address, such as machine and process, are stored
	// in the lease for people and other nodes to read.
	Version, Address string
	// PoolSize limits the connections; 0 is 12.
	PoolSize int
	// Patience is roughly how long a call waits for a database that can't be reached,
	// before it returns storage.ErrUnavailable; 0 is 5 s.
	Patience time.Duration
	// Term is how long a lease lasts that isn't renewed; 0 is 10 s.
	Term time.Duration
}

const (
	defaultTerm     = 10 * time.Second
	defaultPoolSize = 12
	defaultPatience = 5 * time.Second
)

func (o Options) withDefaults() Options {
	o.PoolSize = cmp.Or(o.PoolSize, defaultPoolSize)
	o.Patience = cmp.Or(o.Patience, defaultPatience)
	o.Term = cmp.Or(o.Term, defaultTerm)
	return o
}

// Database is a PostgreSQL database that holds documents. It is safe for concurrent use.
type Database struct {
	pool  *pgxpool.Pool
	node  string // the random name of this process
	o     Options
	clock clock
}

// Open connects to the database of a connection string. It creates the tables if the
// database is empty. The string may name several hosts, with
// target_session_attrs=read-write. A pgbouncer in front needs ignore_startup_parameters
// for all names in settings; if its pool_mode isn't session, the string needs
// default_query_exec_mode=exec. Errors are ErrDenied, ErrForeign, ErrUnfinished,
// storage.ErrUnavailable and the database's.
func Open(ctx context.Context, dsn string, o Options) (*Database, error) {
	o = o.withDefaults()
	cfg, err := poolConfig(dsn, o)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("storage/postgres: %w", err)
	}
	now := time.Now().Round(0) // without the monotonic clock: until the first answer, Now follows this machine's wall clock
	d := &Database{pool: pool, node: rand.Text(), o: o, clock: clock{serverTime: now, localTime: now}}
	if err := d.prepareSchema(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return d, nil
}

// Close closes the connections. Close the stores first.
func (d *Database) Close() { d.pool.Close() }

// Reader returns a store that only reads. Its Commit returns ErrReadOnly until UseLease is called.
func (d *Database) Reader() *Store {
	s := &Store{db: d}
	s.docReader = docReader{query: s.run}
	return s
}

// Now returns the time of the database's clock, within a second or so. This process last compared the clocks when it
// acquired or renewed the lease, or called Acting or Condition. Before the first comparison, Now is this machine's time.
func (d *Database) Now() time.Time { return d.clock.now() }

// Ahead returns how far the database's clock is ahead of this machine's; see Now.
func (d *Database) Ahead() time.Duration { return time.Until(d.Now()) }
