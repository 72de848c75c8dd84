package diagnose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/node"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/engine/fair"
	"tarockbot/storage/postgres"
)

const (
	longTransaction = 5 * time.Minute
	deadRows        = 1000
)

func (d *diagnosis) examineDatabase(ctx context.Context, c config.Config) error {
	if c.IsLoaded() { // else the address was an argument, and nothing else is configured
		d.setupFaults = append(d.setupFaults, configFaults(ctx, c)...)
		if c.FairKey == "" {
			d.notes = append(d.notes, "fair.key: isn't set; all nodes need a file with the same key, which signs deals")
		}
	}
	return stores.WithDatabase(ctx, c.Data, func(db *postgres.Database) error {
		d.examineShared(ctx, c, db)
		found, err := db.Condition(ctx, longTransaction)
		if found.ReadOnly {
			const fault = "the database: it is read-only, so nobody can play; see default_transaction_read_only"
			d.setupFaults = append(d.setupFaults, fault)
		}
		d.notes = append(d.notes, databaseNotes(found)...)
		return err
	})
}

// examineShared ignores an unreadable key or list, which other functions report.
func (d *diagnosis) examineShared(ctx context.Context, c config.Config, db *postgres.Database) {
	key, err := keys.SigningKeyFile{Path: c.FairKey, Environ: c.Environ}.Read()
	if err != nil {
		return
	}
	err = node.CheckShared(ctx, db.Reader(), fair.KeyOf(key), c.ForgottenList())
	if errors.Is(err, node.ErrMismatch) {
		d.setupFaults = append(d.setupFaults, err.Error())
	}
}

// configFaults lists the configured files that a node couldn't use.
func configFaults(ctx context.Context, c config.Config) (lines []string) {
	if list := c.ForgottenList(); list == nil {
		lines = append(lines, forgotten.NoList)
	} else if _, err := list.List(ctx); err != nil {
		lines = append(lines, report.ErrorLine(err))
	}
	if _, err := c.DataKey.Read(); err != nil {
		lines = append(lines, report.ErrorLine(err))
	}
	return lines
}

func databaseNotes(c postgres.Condition) (lines []string) {
	note := func(format string, args ...any) { lines = append(lines, "the database: "+fmt.Sprintf(format, args...)) }
	if !c.TestedVersion {
		note("PostgreSQL %s was not tried with this version of tarockbot", c.Server)
	}
	if !c.Checksums {
		note("it has no data_checksums, so PostgreSQL can't detect damage by its disk; see pg_checksums")
	}
	if warning := report.ClockWarning(c.ClockAhead); warning != "" {
		lines = append(lines, warning)
	}
	noneSynchronous := c.Synchronous == 0 && !slices.Contains(c.Hidden, postgres.HiddenStandbys)
	switch {
	case noneSynchronous && c.WaitsForStandbys:
		note("commits wait for a standby listed in synchronous_standby_names, and none of them is connected, so nobody can play")
	case noneSynchronous && c.Standbys > 0:
		note("its standbys are asynchronous, so the last moves are lost if a standby takes over; see synchronous_standby_names")
	}
	if len(c.Versions) > 1 {
		note("several versions of tarockbot are connected, including this one: %s", strings.Join(c.Versions, "; "))
	}
	if c.LongTransactions > 0 {
		note("%s older than %v: until the end, the space of overwritten rows is not freed",
			report.Count(int(c.LongTransactions), "transaction"), longTransaction)
	}
	if c.Dead > deadRows && c.Dead > c.Live/5 {
		note("the documents have %d live rows and %d dead ones: autovacuum runs too rarely", c.Live, c.Dead)
	}
	if c.WithoutChecksum > 0 {
		note("%s without a checksum: damage there isn't detected; an old tarockbot wrote them, "+
			"or the checksums are damaged; the command copy makes a database in which all documents have one",
			report.Count(int(c.WithoutChecksum), "document"))
	}
	for _, hidden := range c.Hidden {
		note("not examined, because this role may not read it: %s", hidden)
	}
	return lines
}
