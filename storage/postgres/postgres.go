// Package postgres keeps documents in PostgreSQL, so that several nodes can stand by
// for the one that acts. Start at Open; lease.go is the right to act, which every commit
// proves, commit.go how a write becomes durable and how one whose outcome is unknown is
// found out, group.go how moves are written together, schema.go the tables.
package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// ErrDenied: the server doesn't know the role, its password or the database, or the string
// that names them is none. Test with errors.Is.
var ErrDenied = errors.New("storage/postgres: the database lets nobody in like that")

// Options are the choices of the operator. The zero value is good.
type Options struct {
	// Version of the program, and Address, such as the machine and the process: they
	// stand in the lease for people and other nodes to read.
	Version, Address string
	// PoolSize limits the connections; 0 is 12.
	PoolSize int
	// Patience is how long a call waits, about, for a database that can't be reached,
	// before it says storage.ErrUnavailable; 0 is 5 s.
	Patience time.Duration
	// Term is how long a lease lasts that isn't renewed; 0 is 10 s.
	Term time.Duration
}

const (
	defaultTerm     = 10 * time.Second
	defaultPoolSize = 12
	defaultPatience = 5 * time.Second
)

// Database is a PostgreSQL database that holds documents. It is safe for concurrent use.
type Database struct {
	pool     *pgxpool.Pool
	node     string // this process, by chance
	o        Options
	patience time.Duration
	clock    clock
}

// Open connects to the database that a connection string names, and makes the tables in
// it if it is empty. The string may name several hosts, with
// target_session_attrs=read-write. A pgbouncer before it needs ignore_startup_parameters
// for those of settings, and, if it shares more than sessions, the string
// default_query_exec_mode=exec. Errors are ErrForeign, storage.ErrUnavailable and the
// database's.
func Open(ctx context.Context, dsn string, o Options) (*Database, error) {
	patience := cmp.Or(o.Patience, defaultPatience)
	o.Term = cmp.Or(o.Term, defaultTerm)
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDenied, err) // pgx leaves the password out
	}
	for name, value := range settings(o.Version, patience) {
		if _, chosen := cfg.ConnConfig.RuntimeParams[name]; !chosen || name == appName {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	if cfg.ConnConfig.ConnectTimeout == 0 || cfg.ConnConfig.ConnectTimeout > patience/2 {
		cfg.ConnConfig.ConnectTimeout = patience / 2
	}
	cfg.PingTimeout = patience / 4
	cfg.MaxConns = int32(cmp.Or(o.PoolSize, defaultPoolSize))
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("storage/postgres: %w", err)
	}
	now := time.Now().Round(0) // the wall clock alone, which may be set
	d := &Database{pool: pool, node: rand.Text(), o: o, patience: patience, clock: clock{said: now, at: now}}
	if err := d.prepare(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return d, nil
}

// appName has the version in it, by which nodes know of each other's.
const appName = "application_name"

// settings are those of a connection that its string doesn't choose otherwise. A statement
// ends before it is waited for no more, so that its outcome is known, and a server whose
// client has gone without a word keeps no locks for long. All that is ever asked
// for is found by its key, so plans needn't be made anew.
func settings(version string, patience time.Duration) map[string]string {
	return map[string]string{
		appName:                               "tarockbot " + version,
		"statement_timeout":                   milliseconds(patience * 2 / 5),
		"idle_in_transaction_session_timeout": milliseconds(patience / 4),
		"tcp_keepalives_idle":                 "5",
		"tcp_keepalives_interval":             "2",
		"tcp_keepalives_count":                "3",
		"default_transaction_isolation":       "read committed",
		"synchronous_commit":                  "on",
		"plan_cache_mode":                     "force_generic_plan",
		"enable_hashjoin":                     "off",
		"enable_mergejoin":                    "off",
		"enable_seqscan":                      "off",
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// Close ends the connections. Close the stores before.
func (d *Database) Close() { d.pool.Close() }

// Reader returns a store that reads only: its Commit returns ErrReadOnly, until Act.
func (d *Database) Reader() *Store { return &Store{db: d} }

// pause is between two tries to reach the database.
const pause = 100 * time.Millisecond

// do calls try with a connection until it is decided, while the patience lasts; try says
// with again that its error may pass. The context counts only while there is none.
func (d *Database) do(ctx context.Context, try func(context.Context, *pgxpool.Conn) (again bool, err error)) error {
	return d.repeat(ctx, func() (bool, error) { return d.once(ctx, try) })
}

// repeat is do for a try that takes its connection itself.
func (d *Database) repeat(ctx context.Context, try func() (again bool, err error)) error {
	for start := time.Now(); ; {
		again, err := try()
		switch {
		case !again:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Since(start) > d.patience:
			return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// once is one try on one connection, which is thrown away if it is of no more use.
func (d *Database) once(ctx context.Context, try func(context.Context, *pgxpool.Conn) (bool, error)) (again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.patience/2)
	defer cancel()
	conn, err := d.pool.Acquire(ctx)
	err = shortError(err)
	switch {
	case is(err, authorization, unknownDatabase), err != nil && !passing(err): // such as an unknown setting
		return false, fmt.Errorf("%w: %w", ErrDenied, err)
	case err != nil:
		return true, err
	}
	defer conn.Release()
	again, err = try(ctx, conn)
	if again && is(err, readOnly) { // it was the primary before
		_ = conn.Conn().Close(ctx)
	}
	return again, err
}

// noConnection is an error of pgx with a text that an operator can read.
type noConnection struct {
	error
	text string
}

func (n noConnection) Error() string { return n.text }
func (n noConnection) Unwrap() error { return n.error }

// shortError lets the error of a connection that couldn't be made say in one line what each server
// said: not that it knows no TLS, after which it is asked without, nor anything twice.
func shortError(err error) error {
	var failed *pgconn.ConnectError
	if !errors.As(err, &failed) {
		return err
	}
	all := strings.Split(failed.Error(), "\n")
	head, said := all[0], all[1:]
	const noTLS = "server refused TLS connection"
	if asked := slices.DeleteFunc(slices.Clone(said), func(s string) bool { return strings.HasSuffix(s, noTLS) }); len(asked) > 0 {
		said = asked // without TLS, too
	}
	var lines []string
	for _, line := range said {
		if line = strings.TrimSpace(line); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return noConnection{err, strings.TrimSpace(head + " " + strings.Join(lines, "; "))}
}

// read calls a query until it is answered; the query may be executed twice. It says in its error
// where that comes from, unless that is storage.ErrNotFound.
func (d *Database) read(ctx context.Context, query func(context.Context, *pgxpool.Conn) error) error {
	err := d.do(ctx, func(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
		err := query(ctx, conn)
		return passing(err), err
	})
	if err == nil || errors.Is(err, storage.ErrNotFound) {
		return err
	}
	return fmt.Errorf("storage/postgres: %w", err)
}

// What the database says, as far as it is told apart: SQLSTATE codes, or their classes.
const (
	serialization   = "40001"
	deadlock        = "40P01"
	diskFull        = "53100"
	readOnly        = "25006"
	undefinedTable  = "42P01"
	duplicateTable  = "42P07"
	duplicateKey    = "23505"
	duplicateObject = "42710" // such as a table's row type
	connection      = "08"
	authorization   = "28"
	unknownDatabase = "3D000"
	lockTimeout     = "55P03"
	resources       = "53" // no memory, too many connections
	intervention    = "57" // shut down, starting, cancelled, timed out
)

// is says whether the database answered with one of the codes, or of the classes.
func is(err error, codes ...string) bool {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return false
	}
	for _, c := range codes {
		if answer.Code == c || answer.Code[:2] == c {
			return true
		}
	}
	return false
}

// passing says whether an error is one of the way to the database or of its state, so
// that the same may succeed later.
func passing(err error) bool {
	var answer *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, pgx.ErrNoRows), errors.Is(err, storage.ErrNotFound), errors.Is(err, storage.ErrDamaged):
		return false
	case errors.As(err, &answer):
		return is(err, connection, resources, intervention, readOnly, serialization, deadlock, lockTimeout)
	}
	return true
}
