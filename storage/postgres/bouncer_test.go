package postgres

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"tarockbot/storage/postgres/pgtest"
)

// TestBouncer: the whole suite holds behind a pgbouncer, and so does the lease, for
// sessions as they are, and for transactions with nothing prepared.
func TestBouncer(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	for database, b := range map[string]struct{ shared, dsn string }{
		"sessions": {"session", ""},
		"unnamed":  {"transaction", " default_query_exec_mode=exec"},
		"simple":   {"transaction", " default_query_exec_mode=simple_protocol"},
	} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			c.Exec(t, "create database "+database)
			admin := direct(t, fmt.Sprintf("host=%s user=tarockbot dbname=%s", c.Dir, database))
			dir := c.Bouncer(t, b.shared, slices.Collect(maps.Keys(settings("", time.Second)))...)
			empty := func(t *testing.T) (dsn string) {
				t.Helper()
				exec(t, admin, `drop schema public cascade; create schema public`)
				return fmt.Sprintf("host=%s dbname=%s%s", dir, database, b.dsn)
			}
			conforms(t, Options{}, empty)
			leaseLost(t, empty(t))
			takeWaits(t, empty(t))
			c.Exec(t, "create database others_"+database)
			c.Exec(t, "alter database others_"+database+" set enable_nestloop = off") // with our settings, which the bouncer drops, it wouldn't be
			groupOrder(t, fmt.Sprintf("host=%s dbname=others_%s%s", dir, database, b.dsn))
		})
	}
}
