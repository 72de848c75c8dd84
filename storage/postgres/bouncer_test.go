package postgres

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"tarockbot/storage/postgres/pgtest"
)

func TestBouncer(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "")
	for database, b := range map[string]struct{ poolMode, dsn string }{
		"sessions": {"session", ""},
		"unnamed":  {"transaction", " default_query_exec_mode=exec"},
		"simple":   {"transaction", " default_query_exec_mode=simple_protocol"},
	} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			c.Exec(t, "create database "+database)
			dir := c.Bouncer(t, b.poolMode, slices.Collect(maps.Keys(settings("", time.Second)))...)
			dsn := fmt.Sprintf("host=%s dbname=%s%s", dir, database, b.dsn)
			db := open(t, dsn, Options{})
			if *long || database == "unnamed" { // the mode that differs most
				runSuite(t, db)
			}
			clearTables(t, db)
			testLeaseLost(t, dsn)
			clearTables(t, db)
			testAcquireWaits(t, dsn)
			c.Exec(t, "create database others_"+database)
			c.Exec(t, "alter database others_"+database+" set enable_nestloop = off") // the bouncer drops this setting of the client
			testGroupOrder(t, fmt.Sprintf("host=%s dbname=others_%s%s", dir, database, b.dsn))
		})
	}
}
