package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// retryPause is the time between two attempts.
const retryPause = 100 * time.Millisecond

// exec runs a statement, which must be idempotent; see run.
func (d *Database) exec(ctx context.Context, sql string, args ...any) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, sql, args...)
		return err
	})
}

// queryRow reads the only row of a query into targets.
func (d *Database) queryRow(ctx context.Context, sql string, args []any, targets ...any) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, sql, args...).Scan(targets...)
	})
}

// queryRowAndTime is queryRow for a query with one more column, the database's time, which adjusts the clock.
func (d *Database) queryRowAndTime(ctx context.Context, sql string, args []any, targets ...any) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return d.clock.queryRow(ctx, conn, sql, args, targets)
	})
}

// queryRow scans a query's one row into the targets. The row's last column, the database's time, adjusts the clock.
func (c *clock) queryRow(ctx context.Context, q querier, sql string, args, targets []any) error {
	var answer time.Time
	asked := time.Now()
	err := q.QueryRow(ctx, sql, args...).Scan(append(targets, &answer)...)
	if err == nil {
		c.adjust(answer, asked)
	}
	return err
}

// run calls fn with a connection, and again after a temporary error until the patience
// ends. fn may run twice, so its statements must be idempotent. Errors:
// storage.ErrUnavailable, ErrDenied, or the database's, wrapped; storage.ErrNotFound and
// storage.ErrDamaged pass through.
func (d *Database) run(ctx context.Context, fn func(context.Context, *pgxpool.Conn) error) error {
	return prefix(d.retryWithConn(ctx, func(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
		err := fn(ctx, conn)
		return isTemporary(err), err
	}))
}

// connFunc uses a connection. It returns retry if another attempt may succeed.
type connFunc func(context.Context, *pgxpool.Conn) (retry bool, err error)

// retryWithConn is a retryLoop of withConn.
func (d *Database) retryWithConn(ctx context.Context, fn connFunc) error {
	return d.retryLoop(ctx, func() (bool, error) { return d.withConn(ctx, fn) })
}

// retryLoop calls attempt until it returns retry false, the context ends or the patience
// ends. The context counts only after a failed attempt. Errors are those of attempt and of
// the context, and storage.ErrUnavailable.
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

// withConn calls fn with a connection from acquire, both within half of Patience. It closes the connection if fn found that
// its server has become read-only.
func (d *Database) withConn(ctx context.Context, fn connFunc) (retry bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.o.Patience/2)
	defer cancel()
	conn, err := d.acquire(ctx)
	if err != nil {
		return !errors.Is(err, ErrDenied), err
	}
	defer conn.Release()
	retry, err = fn(ctx, conn)
	if retry && hasCode(err, readOnly) { // the server was the primary before
		_ = conn.Conn().Close(ctx)
	}
	return retry, err
}

// acquire waits for a pooled connection, for half of Patience. The error is ErrDenied if the server refuses to connect.
func (d *Database) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.o.Patience/2)
	defer cancel()
	conn, err := d.pool.Acquire(ctx)
	err = shortError(err)
	if hasCode(err, authorization, unknownDatabase) || err != nil && !isTemporary(err) { // such as an unknown setting
		return nil, fmt.Errorf("%w: %w", ErrDenied, err)
	}
	return conn, err
}
