package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	// ErrNotEmpty: there are documents in the database. Test with errors.Is.
	ErrNotEmpty = errors.New("storage/postgres: the database is not empty")
	// ErrUnfinished: what was to fill the database didn't come to its end. Test with errors.Is.
	ErrUnfinished = errors.New("storage/postgres: the database was filled by half")
)

// filling stands for the version of the tables while they are filled, so that no
// tarockbot of any version opens them before all is there.
const filling = 0

// Fill calls fill with a store in the database, which must be empty. Until fill has
// returned without an error nobody opens the database (ErrUnfinished), and nobody who has
// it open takes the lease; for ever if this process is killed. Errors are ErrHeld,
// ErrNotEmpty, fill's and the database's.
func (d *Database) Fill(ctx context.Context, fill func(*Store) error) error {
	lease, err := d.Take(ctx)
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
	lease.end() // it isn't renewed, for it won't lapse
	<-lease.ended
	if err := lease.mark(ctx, filling, "infinity"); err != nil {
		return err
	}
	if err := fill(lease.Store()); err != nil {
		return err
	}
	return lease.mark(ctx, schema, "-infinity")
}

// mark notes the version of the tables, and until when the lease lasts, if it still does. If
// its answer is lost it notes the same once more; then the error may be errLost though all is
// there, where another has taken the lease in between.
func (l *Lease) mark(ctx context.Context, version int, until string) error {
	var marked int64
	err := l.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		tag, err := conn.Exec(ctx, `
			with e as (update lease set until = $4::timestamptz where name = 'acting' and holder = $2 and epoch = $3 returning 1)
			update meta_schema set version = $1 where exists (select from e)`, version, l.holder, l.epoch, until)
		marked = tag.RowsAffected()
		return err
	})
	if err == nil && marked != 1 {
		return errLost
	}
	return err
}

// Same says whether two connection strings lead to one database, as far as they tell.
func Same(a, b string) (bool, error) {
	one, err := pgconn.ParseConfig(a)
	if err != nil {
		return false, fmt.Errorf("storage/postgres: %w", err) // pgx leaves the password out
	}
	other, err := pgconn.ParseConfig(b)
	if err != nil {
		return false, fmt.Errorf("storage/postgres: %w", err)
	}
	hosts := hostsOf(one)
	for host := range hostsOf(other) {
		if hosts[host] {
			return one.Database == other.Database, nil
		}
	}
	return false, nil
}

func hostsOf(c *pgconn.Config) map[string]bool {
	hosts := map[string]bool{fmt.Sprint(c.Host, c.Port): true}
	for _, f := range c.Fallbacks {
		hosts[fmt.Sprint(f.Host, f.Port)] = true
	}
	return hosts
}
