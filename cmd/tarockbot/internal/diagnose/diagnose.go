// Package diagnose looks at a data file or a database for its operator, and says what is wrong.
package diagnose

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/node"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/engine/fair"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// diagnosis is what the doctor finds.
type diagnosis struct {
	doctor.Report
	audited standing.AuditReport
	isNew   bool
	faults  []string // besides those of the reports
	notes   []string // what is no fault, and ought to be known
}

// Data writes what is wrong with the data, a line each, and returns an error with an exit code if anything is. It looks
// at the key that signs deals, too, if signing names its file.
func Data(ctx context.Context, c config.Config, signing string, out io.Writer) error {
	data, name := c.Data, stores.WithoutPassword(c.Data)
	var damage error
	if !stores.IsDatabase(data) {
		damage = bolt.Verify(data)
	}
	switch {
	case errors.Is(damage, fs.ErrNotExist):
		return exit.With(exit.IO, fmt.Errorf("%s: there is no such data file; a bot makes it when it starts", data))
	case damage != nil && !errors.Is(damage, bolt.ErrMeta):
		return damage
	}
	var d diagnosis
	err := d.look(ctx, c, signing)
	if err == nil && stores.IsDatabase(data) {
		err = d.lookAround(ctx, c)
	}
	if err != nil {
		return err
	}
	report.Faults(out, d.Faults, d.audited.Faults, d.faults, d.notes)
	age := "of this version"
	switch {
	case d.isNew:
		age = "new"
	case d.Version < d.Current:
		age = fmt.Sprintf("of version %d, to be migrated to %d at the next start", d.Version, d.Current)
	}
	fmt.Fprintf(out, "%s: %d tables, %d finished deals and %d people, %s\n", name, d.Tables, d.Deals, d.People, age)
	report.Sealed(out, name, d.Report)
	report.Editions(out, name, d.Editions)
	if damage != nil {
		return damage
	}
	n := len(d.Faults) + d.audited.Wrong + len(d.faults)
	switch {
	case d.Damaged > 0:
		return exit.With(exit.Data, fmt.Errorf("%s: %s, %d of them damaged documents; restore a backup", name, report.Count(n), d.Damaged))
	case n > 0:
		return exit.With(exit.Differs, fmt.Errorf("%s: %s", name, report.Count(n)))
	}
	return nil
}

// look looks at the documents, and at the key that signs deals if it is named.
func (d *diagnosis) look(ctx context.Context, c config.Config, signing string) error {
	return stores.Inspect(ctx, c.Data, c.Key, func(below stores.Snapshot, docs *sealed.Store) error {
		kinds, err := below.Kinds(ctx)
		if d.isNew = len(kinds) == 0; err == nil {
			d.Report, err = doctor.Examine(ctx, docs, bot.Forms())
		}
		if err != nil || d.isNew || d.Damaged > 0 {
			return err
		}
		if d.Version == d.Current {
			d.audited, err = doctor.Audit(ctx, docs, time.Now())
		}
		if err != nil || signing == "" {
			return err
		}
		without := "the next start makes another key to sign deals with"
		if stores.IsDatabase(c.Data) {
			without = "all nodes need the same key to sign deals with"
		}
		about, fault, err := examineKey(ctx, c.Environ, signing, without, tables.Keys{Store: documents.New(below, documents.Options{})})
		switch {
		case fault != nil:
			d.faults = append(d.faults, exit.OneLine(fault))
		case about != "":
			d.notes = append(d.notes, about)
		}
		return err
	})
}

// longTransaction is how old a transaction of a database may be, and deadRows how many
// rows of documents may make no room.
const (
	longTransaction = 5 * time.Minute
	deadRows        = 1000
)

// unusable is what a node that runs on the database couldn't use, a line each.
func unusable(ctx context.Context, c config.Config) (lines []string) {
	if list := c.RemovalsList(); list == nil {
		lines = append(lines, removals.Missing)
	} else if _, err := list.List(ctx); err != nil {
		lines = append(lines, exit.OneLine(err))
	}
	if _, err := c.Key.Read(); err != nil {
		lines = append(lines, exit.OneLine(err))
	}
	return lines
}

// lookAround looks at what a database needs besides its documents, and at the database itself.
func (d *diagnosis) lookAround(ctx context.Context, c config.Config) error {
	if c.IsLoaded() { // else an address was named, and nothing is known beside it
		d.faults = append(d.faults, unusable(ctx, c)...)
		if c.FairKey == "" {
			d.notes = append(d.notes, "fair.key: isn't set: all nodes need the same file of the key that signs deals")
		}
	}
	return stores.WithDatabase(ctx, c.Data, func(db *postgres.Database) error {
		if key, err := stores.ReadSigningKey(c.Environ, c.FairKey); err == nil && c.FairKey != "" {
			if err := node.CheckShared(ctx, db.Reader(), fair.KeyOf(key), c.RemovalsList()); errors.Is(err, node.ErrMismatch) {
				d.faults = append(d.faults, err.Error())
			}
		}
		found, err := db.Condition(ctx, longTransaction)
		if found.ReadOnly {
			d.faults = append(d.faults, "the database: lets nobody write, so nobody can play; see default_transaction_read_only")
		}
		d.notes = append(d.notes, aboutDatabase(found)...)
		return err
	})
}

// aboutDatabase is what an operator ought to know of a database, a line each.
func aboutDatabase(c postgres.Condition) (lines []string) {
	if !c.Tried {
		lines = append(lines, fmt.Sprintf("the database: PostgreSQL %s was not tried with this tarockbot", c.Server))
	}
	if !c.Checksums {
		lines = append(lines, "the database: it has no data_checksums, so it doesn't find by itself what its disk has damaged; see pg_checksums")
	}
	if about := stores.ClockWarning(c.Ahead); about != "" {
		lines = append(lines, about)
	}
	switch hidden := slices.Contains(c.Hidden, postgres.HiddenStandbys); {
	case hidden || c.Synchronous > 0:
	case c.Awaited:
		lines = append(lines, "the database: commits wait for a standby that synchronous_standby_names names, and none such is connected, so nobody can play")
	case c.Standbys > 0:
		lines = append(lines, "the database: its standbys are asynchronous, so the last moves are lost if one of them takes over; see synchronous_standby_names")
	}
	if len(c.Versions) > 1 {
		lines = append(lines, "the database: tarockbots of several versions are connected, this one among them: "+strings.Join(c.Versions, "; "))
	}
	if c.LongTransactions > 0 {
		lines = append(lines, fmt.Sprintf("the database: %d transactions are older than %v, and nothing that was overwritten since makes room", c.LongTransactions, longTransaction))
	}
	if c.Dead > deadRows && c.Dead > c.Live/5 {
		lines = append(lines, fmt.Sprintf("the database: of documents there are %d rows, and %d that make no room yet: autovacuum does too little", c.Live, c.Dead))
	}
	if c.Unsummed > 0 {
		lines = append(lines, fmt.Sprintf("the database: %d documents have no sum of what was written last, so damage to them isn't seen: a tarockbot that knew no sums wrote them, or their marks are damaged; copy makes a database in which all have one", c.Unsummed))
	}
	for _, hidden := range c.Hidden {
		lines = append(lines, "the database: not looked at, for this role may not: "+hidden)
	}
	return lines
}

// examineKey says what there is to know of the key that signs deals, and what is wrong with
// its file; without is what comes of it if there is none. The error is the store's.
func examineKey(ctx context.Context, environ system.Environment, file, without string, known tables.Keys) (about string, fault, err error) {
	all, err := known.All(ctx)
	if err != nil {
		return "", nil, err
	}
	key, fault := stores.ReadSigningKey(environ, file)
	switch {
	case errors.Is(fault, fs.ErrNotExist):
		return fmt.Sprintf("%s: isn't there; %s, and those signed before can still be checked", file, without), nil, nil
	case fault != nil:
		return "", fault, nil
	case !tables.Knows(all, fair.KeyOf(key)):
		return fmt.Sprintf("%s: a key that has signed nothing here yet", file), nil, nil
	}
	return "", nil, nil
}

// Audit computes all standings again from the log of matches, and replays all finished deals. Nobody may write to
// a data file meanwhile. Of a database Audit reads one moment. It changes nothing.
func Audit(ctx context.Context, c config.Config, out io.Writer) error {
	data := stores.WithoutPassword(c.Data)
	var audited standing.AuditReport
	var deals doctor.Report
	var warned error
	err := stores.Inspect(ctx, c.Data, c.Key, func(below stores.Snapshot, docs *sealed.Store) error {
		warned = stores.Warning(below)
		kinds, err := below.Kinds(ctx)
		if err == nil && len(kinds) > 0 {
			audited, err = doctor.Audit(ctx, docs, time.Now())
		}
		if err == nil {
			deals, err = doctor.ExamineDeals(ctx, docs)
		}
		return err
	})
	if errors.Is(err, documents.ErrOlderData) {
		err = fmt.Errorf("%w: start the bot on it once, which migrates it, and audit it then; doctor looks at it as it is", err)
	}
	if err != nil {
		return err
	}
	report.Faults(out, audited.Faults, deals.Faults)
	if wrong := audited.Wrong + len(deals.Faults); wrong > 0 {
		return exit.With(exit.Data, fmt.Errorf("%s: %d things are not what the log of matches, or a deal's record, makes of them", data, wrong))
	}
	fmt.Fprintf(out, "%s: all is as the log of matches makes it (matches: %d, standings: %d, places: %d)\n",
		data, audited.Matches, audited.Standings, audited.Places)
	report.Sealed(out, data, deals)
	report.Editions(out, data, deals.Editions)
	return warned
}
