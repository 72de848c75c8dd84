package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Condition is the state of a database, for its operator.
type Condition struct {
	Server string // the version, as the server tells it
	Tried  bool   // this program was tried with that version

	ReadOnly bool // the database accepts no writes

	Checksums bool // pages have checksums, by which the server finds damage

	Ahead time.Duration // how far the server's clock is ahead of this machine's

	Standbys    int  // connected standbys
	Synchronous int  // those of them that commits wait for
	Awaited     bool // commits wait for standbys, connected or not

	Versions         []string // those of all connected programs, this one included
	LongTransactions int      // transactions older than the caller's limit

	Live, Dead int64 // rows of documents, by the server's estimate
	Unsummed   int64 // documents without a checksum of their last commit

	Hidden []string // facts that the role may not see, in words
}

// HiddenStandbys is in a Condition's Hidden if the role may not see which standbys are
// synchronous.
const HiddenStandbys = "its standbys (pg_monitor)"

// tried lists the versions of PostgreSQL that this program was tried with.
var tried = map[int]bool{15: true}

// Condition asks for everything that the role may see. LongTransactions counts transactions older than long: until
// they end, vacuum can't free rows that were deleted or overwritten since they began.
func (d *Database) Condition(ctx context.Context, long time.Duration) (c Condition, err error) {
	var number int
	err = d.queryRowAndTime(ctx, `
		select current_setting('server_version'), current_setting('server_version_num')::int,
			current_setting('transaction_read_only')::bool, current_setting('data_checksums') = 'on', clock_timestamp()`,
		nil, &c.Server, &number, &c.ReadOnly, &c.Checksums)
	if err != nil {
		return c, err
	}
	c.Tried = tried[number/10_000]
	c.Ahead = d.Ahead()
	for _, part := range []conditionPart{
		{HiddenStandbys, `
			select count(*), count(*) filter (where sync_state in ('sync', 'quorum')),
				current_setting('synchronous_standby_names') <> '', count(*) = count(sync_state)
			from pg_stat_replication`,
			nil, []any{&c.Standbys, &c.Synchronous, &c.Awaited}},
		{"transactions of other roles (pg_monitor)", `
			select count(*) filter (where xact_start < clock_timestamp() - make_interval(secs => $1::float8)),
				count(*) = count(backend_type)
			from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
			[]any{long.Seconds()}, []any{&c.LongTransactions}},
		{"rows that make no room", `
			select coalesce(sum(n_live_tup), 0)::bigint, coalesce(sum(n_dead_tup), 0)::bigint, true
			from pg_stat_user_tables where relid = 'doc'::regclass`,
			nil, []any{&c.Live, &c.Dead}},
		{"sums of documents", `
			select count(*), true from doc where sum is null or substr(sum, 1, 8) <> int8send(mark)`,
			nil, []any{&c.Unsummed}},
	} {
		visible, err := d.read(ctx, part)
		if err != nil {
			return c, err
		}
		if !visible {
			c.Hidden = append(c.Hidden, part.what)
		}
	}
	c.Versions, err = d.Versions(ctx)
	return c, err
}

// conditionPart is a query for a part of a Condition. Its last column is whether the role may see all rows.
type conditionPart struct {
	what, sql     string
	args, targets []any // without the last column's
}

// read reads a part into its targets. visible is false if the role may not see all of it.
func (d *Database) read(ctx context.Context, p conditionPart) (visible bool, err error) {
	err = d.queryRow(ctx, p.sql, p.args, append(p.targets, &visible)...)
	if hasCode(err, insufficientPrivilege) {
		return false, nil
	}
	return visible, err
}

// Versions returns the versions of all connected programs, this one included: those of
// Options, cut off after about 50 bytes.
func (d *Database) Versions(ctx context.Context) (all []string, err error) {
	err = d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		rows, _ := conn.Query(ctx, `
			select distinct substr(application_name, 11) from pg_stat_activity
			where datname = current_database() and application_name like 'tarockbot %' order by 1`) // CollectRows returns its error
		all, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return all, err
}
