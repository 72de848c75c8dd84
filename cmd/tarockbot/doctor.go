package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/engine/fair"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// doctorTime is how long the doctor may take for a file: what damage makes bbolt do
// nobody knows.
const doctorTime = 30 * time.Minute

// newDoctor looks at a data file. It does so in a process of its own, which may
// hang or die of what it finds.
func newDoctor(flags *pflag.FlagSet) action {
	here := flags.Bool("here", false, "look in this process, which a badly damaged file may end")
	key := flags.String("key", "", "the file of the key that signs deals, to be looked at as well; without FILE that of the configuration is")
	return func(ctx context.Context, c call) error {
		if *key == "" && len(c.files) == 0 && !*here { // beside a backup there is none
			*key = c.config.FairKeyFile()
		}
		if c.config.LacksContact() { // of a named file nothing is configured
			tellFaults(c.out, []string{config.NoContact})
		}
		if *here || stores.IsDatabase(c.config.Data) { // of which no document can end the process
			return diagnose(ctx, c, *key)
		}
		return askDoctor(ctx, c, *key)
	}
}

// askDoctor has another process look.
func askDoctor(ctx context.Context, c call, key string) error {
	program, err := os.Executable()
	if err != nil {
		return exit.With(exit.IO, err)
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	child := exec.CommandContext(ctx, program, "doctor", "--here", "--key", key, "--"+stores.KeySetting, c.config.Key.Path, "--", c.config.Data)
	var told bytes.Buffer
	child.Env, child.Stdout, child.Stderr = c.env, c.out, &told
	err = child.Run()
	reason, known := strings.CutPrefix(told.String(), "tarockbot: ")
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return exit.With(exit.Data, fmt.Errorf("%s: not done after %v: damaged, it seems; restore a backup", c.config.Data, doctorTime))
	case errors.As(err, &ended) && ended.Exited() && known:
		return exit.With(ended.ExitCode(), errors.New(strings.TrimSpace(reason)))
	case err != nil:
		return exit.With(exit.Data, fmt.Errorf("%s: looking at it ended with %w: damaged, it seems; restore a backup", c.config.Data, err))
	}
	return nil
}

// diagnosis is what the doctor finds.
type diagnosis struct {
	doctor.Report
	audited standing.AuditReport
	isNew   bool
	faults  []string // besides those of the reports
	notes   []string // what is no fault, and ought to be known
}

// diagnose says what it finds, a line each.
func diagnose(ctx context.Context, c call, signing string) error {
	data, name := c.config.Data, stores.WithoutPassword(c.config.Data)
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
	tellFaults(c.out, d.Faults, d.audited.Faults, d.faults, d.notes)
	age := "of this version"
	switch {
	case d.isNew:
		age = "new"
	case d.Version < d.Current:
		age = fmt.Sprintf("of version %d, to be migrated to %d at the next start", d.Version, d.Current)
	}
	fmt.Fprintf(c.out, "%s: %d tables, %d finished deals and %d people, %s\n", name, d.Tables, d.Deals, d.People, age)
	tellSealed(c.out, name, d.Report)
	tellEditions(c.out, name, d.Editions)
	if damage != nil {
		return damage
	}
	n := len(d.Faults) + d.audited.Wrong + len(d.faults)
	switch {
	case d.Damaged > 0:
		return exit.With(exit.Data, fmt.Errorf("%s: %s, %d of them damaged documents; restore a backup", name, faults(n), d.Damaged))
	case n > 0:
		return exit.With(exit.Differs, fmt.Errorf("%s: %s", name, faults(n)))
	}
	return nil
}

// look looks at the documents, and at the key that signs deals if it is named.
func (d *diagnosis) look(ctx context.Context, c call, signing string) error {
	return stores.Inspect(ctx, c.config.Data, c.config.Key, func(below stores.Snapshot, docs *sealed.Store) error {
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
		if stores.IsDatabase(c.config.Data) {
			without = "all nodes need the same key to sign deals with"
		}
		about, fault, err := examineKey(ctx, c.config.Environ, signing, without, tables.Keys{Store: documents.New(below, documents.Options{})})
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

// noRemovals is said of a database that is configured without a list of removals.
const noRemovals = "removals: isn't set: who was forgotten would come back with a database that is restored; name a file, or another database"

// unusable is what a node that runs on the database couldn't use, a line each.
func unusable(ctx context.Context, c config.Config) (lines []string) {
	if list := removalsOf(c); list == nil {
		lines = append(lines, noRemovals)
	} else if _, err := list.List(ctx); err != nil {
		lines = append(lines, exit.OneLine(err))
	}
	if _, err := c.Key.Read(); err != nil {
		lines = append(lines, exit.OneLine(err))
	}
	return lines
}

// lookAround looks at what a database needs besides its documents, and at the database itself.
func (d *diagnosis) lookAround(ctx context.Context, c call) error {
	if c.config.IsLoaded() { // else an address was named, and nothing is known beside it
		d.faults = append(d.faults, unusable(ctx, c.config)...)
		if c.config.FairKey == "" {
			d.notes = append(d.notes, "fair.key: isn't set: all nodes need the same file of the key that signs deals")
		}
	}
	return stores.WithDatabase(ctx, c.config.Data, func(db *postgres.Database) error {
		if key, err := stores.ReadSigningKey(c.config.Environ, c.config.FairKey); err == nil && c.config.FairKey != "" {
			if err := checkShared(ctx, db.Reader(), fair.KeyOf(key), removalsOf(c.config)); errors.Is(err, errMismatch) {
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
	if about := aboutClocks(c.Ahead); about != "" {
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
	if c.Long > 0 {
		lines = append(lines, fmt.Sprintf("the database: %d transactions are older than %v, and nothing that was overwritten since makes room", c.Long, longTransaction))
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

// farOff is how far clocks are apart that ought to agree.
const farOff = 5 * time.Second

// aboutClocks is what an operator ought to know of a clock of the database that is so far ahead
// of this machine's.
func aboutClocks(ahead time.Duration) string {
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	if ahead = ahead.Abs().Round(time.Second); ahead < farOff {
		return ""
	}
	return fmt.Sprintf("the database: its clock, which counts for all nodes, is %v %s this machine's; let NTP set both", ahead, way)
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

// faults is how many there are.
func faults(n int) string {
	if n == 1 {
		return "1 fault"
	}
	return fmt.Sprintf("%d faults", n)
}

// tellFaults prints what isn't as it should be, a line each.
func tellFaults(out io.Writer, faults ...[]string) {
	for _, fault := range slices.Concat(faults...) {
		fmt.Fprintln(out, fault)
	}
}

// tellEditions says how many deals of the file were settled by older rules, if some
// were: their result stays, and those that were looked at come to their end. The same of
// newer ones, of which nothing can be said.
func tellEditions(out io.Writer, path string, deals doctor.Editions) {
	if deals.Older > 0 {
		fmt.Fprintf(out, "%s: %d deals settled by older rules\n", path, deals.Older)
	}
	if deals.Newer > 0 {
		fmt.Fprintf(out, "%s: %d deals settled by newer rules, not looked at\n", path, deals.Newer)
	}
}

// examineKept has the data looked at, but for the deals of tables that are long gone.
func examineKept(ctx context.Context, data string, keys stores.KeyFile) (report doctor.Report, err error) {
	err = stores.Inspect(ctx, data, keys, func(_ stores.Snapshot, docs *sealed.Store) error {
		report, err = doctor.ExamineKept(ctx, docs)
		return err
	})
	return report, err
}

// auditData reckons all standings again from the log of matches, and replays all finished
// deals. Nobody may write to a data file meanwhile; of a database one moment is audited. It
// changes nothing there.
func auditData(ctx context.Context, c call) error {
	data := stores.WithoutPassword(c.config.Data)
	var report standing.AuditReport
	var deals doctor.Report
	var warned error
	err := stores.Inspect(ctx, c.config.Data, c.config.Key, func(below stores.Snapshot, docs *sealed.Store) error {
		warned = stores.Warning(below)
		kinds, err := below.Kinds(ctx)
		if err == nil && len(kinds) > 0 {
			report, err = doctor.Audit(ctx, docs, time.Now())
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
	tellFaults(c.out, report.Faults, deals.Faults)
	if wrong := report.Wrong + len(deals.Faults); wrong > 0 {
		return exit.With(exit.Data, fmt.Errorf("%s: %d things are not what the log of matches, or a deal's record, makes of them", data, wrong))
	}
	fmt.Fprintf(c.out, "%s: all is as the log of matches makes it (matches: %d, standings: %d, places: %d)\n",
		data, report.Matches, report.Standings, report.Places)
	tellSealed(c.out, data, deals)
	tellEditions(c.out, data, deals.Editions)
	return warned
}

// compactData makes the data file anew: what was deleted, such as what somebody had erased,
// is gone then from the disk's pages, too.
func compactData(ctx context.Context, c call) error {
	if stores.IsDatabase(c.config.Data) {
		return exit.UsageError("compact: a database does that by itself (autovacuum), and there is nothing to do")
	}
	before, err := os.Stat(c.config.Data)
	if err != nil {
		return err
	}
	if err := stores.Compact(ctx, c.config.Data); err != nil {
		return err
	}
	after, err := os.Stat(c.config.Data)
	if err == nil {
		fmt.Fprintf(c.out, "%s: made anew, %d bytes of %d\n", c.config.Data, after.Size(), before.Size())
	}
	return err
}

// tellSealed says how many tables of the file nobody could look into, if there are some.
func tellSealed(out io.Writer, path string, report doctor.Report) {
	if report.Sealed > 0 {
		fmt.Fprintf(out, "%s: %d tables are sealed with a key that isn't here (%s), and were not looked at\n", path, report.Sealed, stores.KeySetting)
	}
}
