package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

const retryPause = 100 * time.Millisecond

// exec may repeat sql, which must be idempotent.
func (d *Database) exec(ctx context.Context, sql string, args ...any) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, sql, args...)
		return err
	})
}

func (d *Database) queryRow(ctx context.Context, sql string, args []any, targets ...any) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, sql, args...).Scan(targets...)
	})
}

// queryRowAndTime adjusts the clock by the query's last column, the database's time.
func (d *Database) queryRowAndTime(ctx context.Context, sql string, args []any, targets ...any) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return d.clock.queryRow(ctx, conn, sql, args, targets)
	})
}

func (c *clock) queryRow(ctx context.Context, q querier, sql string, args, targets []any) error {
	var answer time.Time
	asked := time.Now()
	err := q.QueryRow(ctx, sql, args...).Scan(append(targets, &answer)...)
	if err == nil {
		c.adjust(answer, asked)
	}
	return err
}

// run repeats fn after temporary errors until Patience ends: its statements must be idempotent.
func (d *Database) run(ctx context.Context, fn func(context.Context, *pgxpool.Conn) error) error {
	return prefix(d.retryWithConn(ctx, func(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
		err := fn(ctx, conn)
		return isTemporary(err), err
	}))
}

type connFunc func(context.Context, *pgxpool.Conn) (retry bool, err error)

func (d *Database) retryWithConn(ctx context.Context, fn connFunc) error {
	return d.retryLoop(ctx, func() (bool, error) { return d.withConn(ctx, fn) })
}

// retryLoop makes at least one attempt, even if the context has ended.
func (d *Database) retryLoop(ctx context.Context, attempt func() (retry bool, err error)) error {
	for start := time.Now(); ; {
		retry, err := attempt()
		switch {
		case !retry:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Since(start) > d.o.Patience:
			return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
		}
		select {
		case <-time.After(retryPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// withConn takes at most half of Patience. It closes the connection of a server that has become read-only.
func (d *Database) withConn(ctx context.Context, fn connFunc) (retry bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.o.Patience/2)
	defer cancel()
	conn, err := d.acquire(ctx)
	if err != nil {
		return !errors.Is(err, ErrDenied), err
	}
	defer conn.Release()
	retry, err = fn(ctx, conn)
	if retry && hasCode(err, readOnly) {
		_ = conn.Conn().Close(ctx)
	}
	return retry, err
}

// acquire returns ErrDenied if the server refuses.
func (d *Database) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.o.Patience/2)
	defer cancel()
	conn, err := d.pool.Acquire(ctx)
	err = shortError(err)
	if hasCode(err, authorization, unknownDatabase) || err != nil && !isTemporary(err) {
		return nil, fmt.Errorf("%w: %w", ErrDenied, err)
	}
	return conn, err
}
