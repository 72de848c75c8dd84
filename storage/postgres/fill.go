package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	// ErrNotEmpty means that the database has documents.
	ErrNotEmpty = errors.New("storage/postgres: the database is not empty")
	// ErrUnfinished means that Fill is running, or failed.
	ErrUnfinished = errors.New("storage/postgres: the database was only partly filled")
)

// filling is the schema version during Fill.
const filling = 0

// Fill calls fill with a store in an empty database. Until fill succeeds, Open fails with ErrUnfinished and no other
// node acquires the lease, even after this process is killed.
func (d *Database) Fill(ctx context.Context, fill func(*Store) error) error {
	lease, err := d.Acquire(ctx)
	if err != nil {
		return err
	}
	kinds, err := d.Reader().Kinds(ctx)
	if err == nil && len(kinds) > 0 {
		err = ErrNotEmpty
	}
	if err != nil {
		return errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	}
	lease.stopRenewal() // storeVersion makes the lease last for ever
	if err := lease.storeVersion(ctx, filling, "infinity"); err != nil {
		return err // the version may be stored: keep the lease, which would otherwise expire
	}
	if err := fill(lease.Store()); err != nil {
		return errors.Join(err, errors.New("the database is now partly filled; create a new one"))
	}
	return lease.storeVersion(ctx, schema, "-infinity")
}

// storeVersion may repeat its statement, and return errLost although the first attempt was applied.
func (l *Lease) storeVersion(ctx context.Context, version int, until string) error {
	var updated int64
	err := l.db.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		tag, err := conn.Exec(ctx, `
			with e as (update lease set until = $4::timestamptz where name = 'acting' and holder = $2 and epoch = $3 returning 1)
			update meta_schema set version = $1 where exists (select from e)`, version, l.holder, l.epoch, until)
		updated = tag.RowsAffected()
		return err
	})
	if err == nil && updated != 1 {
		return errLost
	}
	return err
}
