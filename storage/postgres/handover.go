package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// A stopping node calls AnnounceLeave. Its successor calls AnnounceReadiness(GettingReady), then
// AnnounceReadiness(Ready). The lease alone decides which node acts.

// AnnounceLeave announces the lease's release, and clears the previous successor.
func (l *Lease) AnnounceLeave(ctx context.Context) error {
	return l.db.exec(ctx, `
		with x as (delete from lease where name = 'next')
		update lease set state = 'leaving' where name = 'acting' and holder = $1 and epoch = $2`, l.holder, l.epoch)
}

// Readiness is the successor's state.
type Readiness string

// The states of a successor.
const (
	NoSuccessor  Readiness = ""
	GettingReady Readiness = "getting ready"
	Ready        Readiness = "ready"
)

const readinessTerm = 5 * time.Second

// AnnounceReadiness announces this node's readiness. It returns false if another node is already the successor.
func (d *Database) AnnounceReadiness(ctx context.Context, readiness Readiness) (isSuccessor bool, err error) {
	err = d.queryRow(ctx, `
		insert into lease values ('next', $1, 1, clock_timestamp() + make_interval(secs => $2::float8), $3, $4, $5)
		on conflict (name) do update set holder = excluded.holder, until = excluded.until,
			address = excluded.address, version = excluded.version, state = excluded.state
		where lease.until < clock_timestamp() or lease.holder = excluded.holder
		returning true`, []any{d.node, readinessTerm.Seconds(), d.o.Address, d.o.Version, string(readiness)}, &isSuccessor)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return isSuccessor, err
}

// Successor returns the successor's readiness.
func (d *Database) Successor(ctx context.Context) (readiness Readiness, err error) {
	err = d.queryRow(ctx, `select state from lease where name = 'next' and until >= clock_timestamp()`, nil, &readiness)
	if errors.Is(err, pgx.ErrNoRows) {
		return NoSuccessor, nil
	}
	return readiness, err
}
