package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Condition is what an operator should know of a database besides its documents.
type Condition struct {
	Server string // its version, as it says it
	Tried  bool   // this program was tried with it

	ReadOnly bool // it lets nobody write

	Checksums bool // its pages have sums, by which it finds damage itself

	Ahead time.Duration // how far its clock is ahead of this machine's

	Standbys    int  // of the database that follow it
	Synchronous int  // of these, those that commits wait for
	Awaited     bool // commits wait for some, connected or not

	Versions []string // of the programs that are connected, this one among them
	Long     int      // transactions older than was asked for

	Live, Dead int64 // rows of documents, by the database's own estimate
	Unsummed   int64 // documents that have no sum of their last commit

	Hidden []string // what the role may not see, in words
}

// HiddenStandbys is among the Hidden of a Condition when it isn't known which standbys are
// synchronous.
const HiddenStandbys = "its standbys (pg_monitor)"

// insufficientPrivilege is what the database says of what the role may not see.
const insufficientPrivilege = "42501"

// tried are the versions of PostgreSQL that this program was tried with.
var tried = map[int]bool{15: true}

// Condition asks for all that the role may see. Until a long transaction ends, nothing that
// was deleted or overwritten since it began makes room.
func (d *Database) Condition(ctx context.Context, long time.Duration) (c Condition, err error) {
	var number int
	err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return d.clock.row(ctx, conn, `
			select current_setting('server_version'), current_setting('server_version_num')::int,
				current_setting('transaction_read_only')::bool, current_setting('data_checksums') = 'on', clock_timestamp()`,
			nil, []any{&c.Server, &number, &c.ReadOnly, &c.Checksums})
	})
	if err != nil {
		return c, err
	}
	c.Tried = tried[number/10_000]
	c.Ahead = d.Ahead()
	for _, part := range []struct {
		what, sql string
		args, to  []any
		may       bool // of the answer, that it is whole
	}{
		{what: HiddenStandbys, sql: `
			select count(*), count(*) filter (where sync_state in ('sync', 'quorum')), current_setting('synchronous_standby_names') <> '', count(*) = count(sync_state)
			from pg_stat_replication`,
			to: []any{&c.Standbys, &c.Synchronous, &c.Awaited}},
		{what: "transactions of other roles (pg_monitor)", sql: `
			select count(*) filter (where xact_start < clock_timestamp() - make_interval(secs => $1::float8)), count(*) = count(backend_type)
			from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
			args: []any{long.Seconds()}, to: []any{&c.Long}},
		{what: "rows that make no room", sql: `
			select coalesce(sum(n_live_tup), 0)::bigint, coalesce(sum(n_dead_tup), 0)::bigint, true from pg_stat_user_tables where relid = 'doc'::regclass`,
			to: []any{&c.Live, &c.Dead}},
		{what: "sums of documents", sql: `
			select count(*), true from doc where sum is null or substr(sum, 1, 8) <> int8send(mark)`,
			to: []any{&c.Unsummed}},
	} {
		err := d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			return conn.QueryRow(ctx, part.sql, part.args...).Scan(append(part.to, &part.may)...)
		})
		switch {
		case is(err, insufficientPrivilege), err == nil && !part.may:
			c.Hidden = append(c.Hidden, part.what)
		case err != nil:
			return c, err
		}
	}
	c.Versions, err = d.Versions(ctx)
	return c, err
}

// Versions are those of the programs that are connected, this one among them: as Options
// have them, cut off after 50 bytes or so.
func (d *Database) Versions(ctx context.Context) (all []string, err error) {
	err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		rows, _ := conn.Query(ctx, `
			select distinct substr(application_name, 11) from pg_stat_activity
			where datname = current_database() and application_name like 'tarockbot %' order by 1`) // its error is that of the rows
		all, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return all, err
}
