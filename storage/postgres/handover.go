package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A node that is to end lets another one get ready before it releases the lease: it says
// that it leaves, one of the others says that it follows, and then that it is ready. Nothing
// rests on that: whoever takes the lease has it.

// Leave says that the holder is about to release the lease. Who followed before is forgotten.
func (l *Lease) Leave(ctx context.Context) error {
	return l.db.write(ctx, `with x as (delete from lease where name = 'next') update lease set state = 'leaving' where name = 'acting' and holder = $1 and epoch = $2`, l.holder, l.epoch)
}

// Successor is how far the next node is.
type Successor int

// No node follows, one gets ready, or it is.
const (
	NoSuccessor Successor = iota
	GettingReady
	Ready
)

// follows is how long a node follows that doesn't say so again.
const follows = 5 * time.Second

// Follow says that this node gets ready to act, or is, and whether none before it does.
func (d *Database) Follow(ctx context.Context, how Successor) (first bool, err error) {
	err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			insert into lease values ('next', $1, 1, clock_timestamp() + make_interval(secs => $2::float8), $3, $4, $5)
			on conflict (name) do update set holder = excluded.holder, until = excluded.until, address = excluded.address, version = excluded.version, state = excluded.state
			where lease.until < clock_timestamp() or lease.holder = excluded.holder
			returning true`, d.node, follows.Seconds(), d.o.Address, d.o.Version, states[how]).Scan(&first)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return first, err
}

// states are how the successor's are stored.
var states = map[Successor]string{GettingReady: "getting ready", Ready: "ready"}

// Successor says how far the next node is.
func (d *Database) Successor(ctx context.Context) (Successor, error) {
	var state string
	err := d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select state from lease where name = 'next' and until >= clock_timestamp()`).Scan(&state)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return NoSuccessor, nil
	case err != nil:
		return NoSuccessor, err
	case state == states[Ready]:
		return Ready, nil
	}
	return GettingReady, nil
}

// write carries out a statement.
func (d *Database) write(ctx context.Context, sql string, args ...any) error {
	return d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, sql, args...)
		return err
	})
}
