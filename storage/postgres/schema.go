package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrForeign: the tables in this database aren't tarockbot's, or those of a newer
// version. Nothing was changed. Test with errors.Is.
var ErrForeign = errors.New("storage/postgres: not a database of this tarockbot")

// schema is the version of the tables.
const schema = 1

// tables makes them. An id is bytes: order is that of bytes, and bounds needn't be UTF-8.
// Documents stay in their rows, which have room to change in place. The mark is the
// random number of the commit that wrote the row last; the sum is explained at row. The epoch of a lease belongs to a
// key, so that who changes it waits for all who share that key.
const tables = `
create table meta_schema (version int not null);
insert into meta_schema values (1);
create table doc (
	kind text collate "C" not null, id bytea not null, version bigint not null, mark bigint not null, data bytea not null, sum bytea,
	primary key (kind, id)
) with (fillfactor = 75, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table doc alter data set storage main;
create view doc_text as select kind, convert_from(id, 'UTF8') id, version, convert_from(data, 'UTF8') as data from doc;
create table lease (
	name text primary key, holder text not null, epoch bigint not null, until timestamptz not null, address text not null, version text not null, state text not null default '',
	unique (name, epoch)
)`

// prepare makes the tables unless they are there. Of several nodes that do so at once,
// one does, and the others see what it made.
func (d *Database) prepare(ctx context.Context) error {
	version, err := d.schemaVersion(ctx)
	if is(err, undefinedTable) {
		err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			return conn.Conn().PgConn().Exec(ctx, tables).Close() // in one transaction
		})
		if err == nil || is(err, duplicateTable, duplicateKey, duplicateObject) {
			version, err = d.schemaVersion(ctx)
		}
	}
	switch {
	case is(err, undefinedTable):
		return fmt.Errorf("%w: it has other tables", ErrForeign)
	case err != nil:
		return err
	case version == filling:
		return fmt.Errorf("%w, and nobody acts on it; make a new one", ErrUnfinished)
	case version != schema:
		return fmt.Errorf("%w: its tables have version %d, known is %d", ErrForeign, version, schema)
	}
	return d.addSums(ctx)
}

func (d *Database) schemaVersion(ctx context.Context) (version int, err error) {
	err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select version from meta_schema`).Scan(&version)
	})
	return version, err
}

// addSums adds the column of sums to tables that an older program made. It waits only briefly for readers such as
// a backup, because everybody else would wait behind it.
func (d *Database) addSums(ctx context.Context) error {
	return d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var there bool
		err := conn.QueryRow(ctx, `select exists (select from pg_attribute where attrelid = 'doc'::regclass and attname = 'sum')`).Scan(&there)
		if err != nil || there {
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
