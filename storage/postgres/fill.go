package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	// ErrNotEmpty means that the database has documents. Test with errors.Is.
	ErrNotEmpty = errors.New("storage/postgres: the database is not empty")
	// ErrUnfinished means that Fill has not finished, or failed. Test with errors.Is.
	ErrUnfinished = errors.New("storage/postgres: the database was filled by half")
)

// filling is the schema version while Fill runs. No program opens such a database.
const filling = 0

// Fill calls fill with a store in the database, which must be empty. Until fill returns
// without an error, Open fails with ErrUnfinished and no other node can acquire the lease;
// both last for ever if this process is killed. Errors are ErrHeld, ErrNotEmpty, fill's
// and the database's.
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
	lease.stopRenewal() // not needed: storeVersion lets the lease last for ever
	if err := lease.storeVersion(ctx, filling, "infinity"); err != nil {
		return err // it may have been applied, so the lease isn't released; else the lease runs out by itself
	}
	if err := fill(lease.Store()); err != nil {
		return errors.Join(err, errors.New("the database is filled by half now; make a new one"))
	}
	return lease.storeVersion(ctx, schema, "-infinity")
}

// storeVersion stores the schema version and the lease's expiry, if the lease is still
// held. If an answer is lost it repeats the statement; it may then return errLost although
// the first was applied and another node acquired the lease.
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
