package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Condition is the state of a database, for its operator.
type Condition struct {
	Server        string
	TestedVersion bool // tarockbot was tested with this server version

	ReadOnly bool

	Checksums bool // the server can detect damaged pages

	ClockAhead time.Duration // the server's clock minus this machine's

	Standbys         int
	Synchronous      int
	WaitsForStandbys bool // commits wait for standbys, connected or not

	Versions         []string // of all connected programs
	LongTransactions int      // older than the caller's limit

	Live, Dead      int64
	WithoutChecksum int64 // documents without a current checksum

	Hidden []string // facts that the role may not see
}

// HiddenStandbys is in Hidden if the role may not see synchronous standbys.
const HiddenStandbys = "its standbys (pg_monitor)"

var testedVersions = map[int]bool{15: true}

// Condition queries everything that the role may see. LongTransactions are older than long.
func (d *Database) Condition(ctx context.Context, long time.Duration) (c Condition, err error) {
	var number int
	err = d.queryRowAndTime(ctx, `
		select current_setting('server_version'), current_setting('server_version_num')::int,
			current_setting('transaction_read_only')::bool, current_setting('data_checksums') = 'on', clock_timestamp()`,
		nil, &c.Server, &number, &c.ReadOnly, &c.Checksums)
	if err != nil {
		return c, err
	}
	c.TestedVersion = testedVersions[number/10_000]
	c.ClockAhead = d.ClockAhead()
	for _, part := range []conditionPart{
		{HiddenStandbys, `
			select count(*), count(*) filter (where sync_state in ('sync', 'quorum')),
				current_setting('synchronous_standby_names') <> '', count(*) = count(sync_state)
			from pg_stat_replication`,
			nil, []any{&c.Standbys, &c.Synchronous, &c.WaitsForStandbys}},
		{"transactions of other roles (pg_monitor)", `
			select count(*) filter (where xact_start < clock_timestamp() - make_interval(secs => $1::float8)),
				count(*) = count(backend_type)
			from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
			[]any{long.Seconds()}, []any{&c.LongTransactions}},
		{"live and dead rows", `
			select coalesce(sum(n_live_tup), 0)::bigint, coalesce(sum(n_dead_tup), 0)::bigint, true
			from pg_stat_user_tables where relid = 'doc'::regclass`,
			nil, []any{&c.Live, &c.Dead}},
		{"checksums of documents", `
			select count(*), true from doc where sum is null or substr(sum, 1, 8) <> int8send(mark)`,
			nil, []any{&c.WithoutChecksum}},
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

// conditionPart is a query. Its last column reports whether the role may see all rows.
type conditionPart struct {
	what, sql     string
	args, targets []any
}

func (d *Database) read(ctx context.Context, p conditionPart) (visible bool, err error) {
	err = d.queryRow(ctx, p.sql, p.args, append(p.targets, &visible)...)
	if hasCode(err, insufficientPrivilege) {
		return false, nil
	}
	return visible, err
}

// Versions returns the versions of all connected programs, each cut off after about 50 bytes.
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
