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

// CommandPatience is how long a command waits for a database that can't be reached; 0 is what a node
// does. Tests wait as long as they may.
var CommandPatience time.Duration

// LeaseTerm is how long a node's lease lasts that isn't renewed; 0 is the default. Tests have longer ones, for a busy
// machine renews late.
var LeaseTerm time.Duration

// OpenDatabase connects to a database as a node of this machine. A call waits as long as patience says for a
// database that can't be reached; 0 is the default.
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

// VersionForm begins a node's version: that of the data that it knows.
const VersionForm = "data %d, "

// WithDatabase lets use have the database at the address.
func WithDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := OpenDatabase(ctx, address, CommandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// FillDatabase lets fill have the database at the address, which must be empty.
func FillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := WithDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, WithoutPassword(address))
	}
	return err
}

// Snapshots copies a database, while it is used, too.
type Snapshots struct{ DB *postgres.Database }

// Backup makes a data file of the database as it is at one moment, which gets its name
// only when it is verified and checked. It replaces no file.
func (s Snapshots) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return s.DB.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, All(ctx, at), check) })
}

// Snapshot is the documents of a file that nobody writes, or of a database at one moment.
type Snapshot interface {
	storage.Store
	Kinds(context.Context) ([]string, error)
}

// Inspect looks at the data as they are, and as the keys open them, and changes nothing.
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

// Warning is what the file has of damage that keeps nobody from going on with it.
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

// ClockWarning is what an operator ought to know of a clock of the database that is so far ahead
// of this machine's.
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
