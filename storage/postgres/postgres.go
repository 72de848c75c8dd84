// Package postgres keeps documents in PostgreSQL, for several nodes. The node with the lease acts. Start at Open.
package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Options are the operator's choices. The zero value has good defaults.
type Options struct {
	// Version and Address (such as machine and process) appear in the lease.
	Version, Address string
	// PoolSize limits the connections; 0 is 12.
	PoolSize int
	// Patience is roughly how long a call retries before storage.ErrUnavailable; 0 is 5 s.
	Patience time.Duration
	// Term is how long an unrenewed lease lasts; 0 is 10 s.
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

// Database holds documents in PostgreSQL. It is safe for concurrent use.
type Database struct {
	pool  *pgxpool.Pool
	node  string
	o     Options
	clock clock
}

// Open connects to a database, and creates missing tables. It returns ErrDenied, ErrForeign, ErrUnfinished or
// storage.ErrUnavailable.
//
// The string may name several hosts, with target_session_attrs=read-write. A pgbouncer needs ignore_startup_parameters
// for all names in settings; unless its pool_mode is session, the string needs default_query_exec_mode=exec.
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
	now := time.Now().Round(0) // at first Now follows the wall clock
	d := &Database{pool: pool, node: rand.Text(), o: o, clock: clock{serverTime: now, localTime: now}}
	if err := d.prepareSchema(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return d, nil
}

// Close closes the connections. Close the stores first.
func (d *Database) Close() { d.pool.Close() }

// Reader returns a store. Its Commit returns ErrReadOnly until UseLease.
func (d *Database) Reader() *Store {
	s := &Store{db: d}
	s.docReader = docReader{query: s.run}
	return s
}

// Now returns the database's time, within about a second. Before the first answer it returns this machine's.
func (d *Database) Now() time.Time { return d.clock.now() }

// ClockAhead returns the database's time minus this machine's.
func (d *Database) ClockAhead() time.Duration { return time.Until(d.Now()) }
