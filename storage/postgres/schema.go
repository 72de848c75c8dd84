package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrForeign means that the tables aren't tarockbot's, or a newer version made them.
var ErrForeign = errors.New("storage/postgres: not a database of this tarockbot")

const schema = 1

// tablesSQL creates the tables. Its argument is the schema version.
//   - id is bytea: order is bytewise and scan bounds need not be UTF-8.
//   - fillfactor leaves room to update rows in place; toast_tuple_target and storage main keep documents in their rows.
//   - mark is the last commit's random number; storedSum computes sum.
//   - Commits lock the lease's row "for key share". unique (name, epoch) makes the epoch part of a key, so a
//     change of the epoch waits for these commits.
const tablesSQL = `
create table meta_schema (version int not null);
create table doc (
	kind text collate "C" not null, id bytea not null, version bigint not null, mark bigint not null, data bytea not null, sum bytea,
	primary key (kind, id)
) with (
	fillfactor = 75, toast_tuple_target = 8160,
	autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05
);
alter table doc alter data set storage main;
create view doc_text as select kind, convert_from(id, 'UTF8') id, version, convert_from(data, 'UTF8') as data from doc;
create table lease (
	name text primary key, holder text not null, epoch bigint not null, until timestamptz not null,
	address text not null, version text not null, state text not null default '',
	unique (name, epoch)
);
insert into meta_schema values (%d)`

// prepareSchema may run on several nodes at once: one creates the tables, and the others find them.
func (d *Database) prepareSchema(ctx context.Context) error {
	version, err := d.schemaVersion(ctx)
	if hasCode(err, undefinedTable) {
		err = d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			return conn.Conn().PgConn().Exec(ctx, fmt.Sprintf(tablesSQL, schema)).Close() // in one transaction
		})
		if err == nil || hasCode(err, duplicateTable, duplicateKey, duplicateObject) {
			version, err = d.schemaVersion(ctx)
		}
	}
	switch {
	case hasCode(err, undefinedTable):
		return fmt.Errorf("%w: it has other tables", ErrForeign)
	case err != nil:
		return err
	case version == filling:
		return fmt.Errorf("%w, so no node can use it; create a new database", ErrUnfinished)
	case version != schema:
		return fmt.Errorf("%w: its tables have version %d, this program knows %d", ErrForeign, version, schema)
	}
	return d.addSumColumn(ctx)
}

func (d *Database) schemaVersion(ctx context.Context) (version int, err error) {
	err = d.queryRow(ctx, `select version from meta_schema`, nil, &version)
	return version, err
}

// addSumColumn waits only briefly for readers, because other nodes queue behind it.
func (d *Database) addSumColumn(ctx context.Context) error {
	return d.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var exists bool
		err := conn.QueryRow(ctx, `
			select exists (select from pg_attribute where attrelid = 'doc'::regclass and attname = 'sum')`).Scan(&exists)
		if err != nil || exists {
			return err
		}
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `set local lock_timeout = '500ms'`)
			if err == nil {
				_, err = tx.Exec(ctx, `alter table doc add column if not exists sum bytea`)
			}
			return err
		})
	})
}
