package stores

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// CommandPatience is how long a command waits for a database that it can't reach. Zero means as long as a node waits.
// Tests set it.
var CommandPatience time.Duration

// LeaseTerm is how long a lease lasts without a renewal. Zero means the default. Tests set longer terms, because a busy
// machine renews late.
var LeaseTerm time.Duration

// OpenDatabase connects to a database as a node of this machine. If the database can't be reached, a call
// waits as long as patience says. Zero means the default.
func OpenDatabase(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version: fmt.Sprintf(VersionForm, doctor.Migration.Current()) + version.Text(),
		Address: fmt.Sprintf("%s, process %d", host, os.Getpid()), Patience: patience, Term: LeaseTerm,
	})
}

// VersionForm formats the beginning of a node's version: the schema version of the data.
const VersionForm = "data %d, "

// WithDatabase calls use with the database at the address, and closes the database.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := OpenDatabase(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase calls fill with the database at the address. The database must be empty.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}

// Snapshots copies a database, also while nodes use it.
type Snapshots struct{ DB *postgres.Database }

// Backup writes one moment of the database to a new data file. The file gets its name after it was verified and checked.
// Backup replaces no file.
func (s Snapshots) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return s.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, All(ctx, at), check) })
}

// Snapshot holds the documents of a file that nobody writes, or of a database at one moment.
type Snapshot interface {
	storage.Store
	Kinds(context.Context) ([]string, error)
}

// Inspect calls look with the stored documents and with the same documents as the keys open them. It changes nothing.
func Inspect(ctx context.Context, data string, keys KeyFile, look func(Snapshot, *sealed.Store) error) error {
	open := func(below Snapshot) error {
		docs, err := keys.OpenSome(below)
		if err != nil {
			return err
		}
		return look(below, docs)
	}
	if IsDatabase(data) {
		return WithDatabase(ctx, data, func(db *postgres.Database) error {
			return db.Snapshot(ctx, func(s *postgres.Snapshot) error { return open(s) })
		})
	}
	store, err := bolt.Inspect(data)
	if err != nil {
		return err
	}
	return errors.Join(open(store), store.Close())
}

// Warning returns damage of a file that a bot can still go on with; nil if there is none.
func Warning(d Snapshot) error {
	if file, ok := d.(*bolt.Store); ok {
		return file.Warning()
	}
	return nil
}

// All yields the documents of all kinds, in order.
func All(ctx context.Context, d Snapshot) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		kinds, err := d.Kinds(ctx)
		if err != nil {
			yield(storage.Doc{}, err)
			return
		}
		for _, kind := range kinds {
			for doc, err := range d.Scan(ctx, kind, "", "") {
				if !yield(doc, err) {
					return
				}
			}
		}
	}
}

// farOff is how far clocks are apart that ought to agree.
const farOff = 5 * time.Second

// ClockWarning tells the operator that the database's clock is ahead of this machine's by that time. It is empty if the
// difference is small.
func ClockWarning(ahead time.Duration) string {
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	if ahead = ahead.Abs().Round(time.Second); ahead < farOff {
		return ""
	}
	return fmt.Sprintf("the database: its clock, which counts for all nodes, is %v %s this machine's; let NTP set both", ahead, way)
}
