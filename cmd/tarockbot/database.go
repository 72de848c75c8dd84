package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// The data is in a file, or in a database that several nodes share. What stands beside a
// file has a key of its own for a database: fair.key, removals, backup.dir.

// isDatabase says whether the data is in a database.
func isDatabase(data string) bool {
	return strings.HasPrefix(data, "postgres://") || strings.HasPrefix(data, "postgresql://")
}

// place is the path of a file or the address of a database, whose password isn't printed.
func place(to *string) field {
	return field{set: func(v string) (string, error) {
		*to = v
		return withoutPassword(v), checkAddressOf(v)
	}}
}

// checkAddressOf says whether a place that is meant to be a database has an address.
func checkAddressOf(data string) error {
	if _, err := url.Parse(data); err != nil && isDatabase(data) {
		return errors.New("is no address of a database, such as postgres://user@host/name") // the error would show a password
	}
	return nil
}

// withoutPassword is the place as it may be printed.
func withoutPassword(data string) string {
	u, err := url.Parse(data)
	switch {
	case !isDatabase(data):
		return data
	case err != nil:
		return "postgres://…"
	}
	q := u.Query()
	for _, name := range passwords {
		if q.Has(name) {
			q.Set(name, "xxxxx") // as Redacted does
			u.RawQuery = q.Encode()
		}
	}
	return u.Redacted()
}

// passwords are what hides in an address, besides the password of the user.
var passwords = []string{"password", "sslpassword"}

// passwordsIn are those in the address of a database.
func passwordsIn(data string) (all []string) {
	u, err := url.Parse(data)
	if err != nil || !isDatabase(data) {
		return nil
	}
	if password, ok := u.User.Password(); ok {
		all = append(all, password)
	}
	for _, name := range passwords {
		all = append(all, u.Query()[name]...)
	}
	return all
}

// configured is the place as the configuration has it, with its password, if it is the database of data.
func (c Config) configured(place string) string {
	if !isDatabase(place) || !isDatabase(c.Data) || userIn(place) != "" && userIn(place) != userIn(c.Data) {
		return place
	}
	if same, err := postgres.Same(place, c.Data); err != nil || !same {
		return place
	}
	return c.Data
}

// userIn is the user that the address of a database names; "" if it names none.
func userIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return cmp.Or(u.User.Username(), u.Query().Get("user"))
}

// dataName is the name of the file or of the database.
func dataName(data string) string {
	if u, err := url.Parse(data); err == nil && isDatabase(data) {
		data = cmp.Or(strings.Trim(u.Path, "/"), "tarockbot")
	}
	return filepath.Base(data)
}

// checkPlaces says what of data and removals is wrong for whatever is done with them.
func (c Config) checkPlaces() error {
	const data, removals = "data", "removals"
	for key, address := range map[string]string{data: c.Data, removals: c.Removals} {
		if c.values[key].origin == "flag" && len(passwordsIn(address)) > 0 {
			return c.wrong("has a password, which everybody on this machine sees in a flag; set it in the file or in "+variable(key), key)
		}
	}
	if !isDatabase(c.Data) || !isDatabase(c.Removals) {
		return nil
	}
	switch same, err := postgres.Same(c.Data, c.Removals); {
	case err != nil:
		return c.wrong(exit.OneLine(err), removals, data)
	case same:
		return c.wrong("is the database of "+data+", so that who restores an older one restores an older list with it; name another", removals)
	}
	return nil
}

// checkDatabase says what a database needs that a file has beside it.
func (c Config) checkDatabase() error {
	if !isDatabase(c.Data) {
		return nil
	}
	const data = "data"
	switch {
	case c.FairKey == "":
		return c.wrong("is needed with a database: the same file on all nodes; openssl rand -hex 32 makes one", "fair.key", data)
	case c.Backups.Every > 0 && c.Backups.Dir == "":
		return c.wrong("is needed with a database", "backup.dir", "backup.every")
	}
	return nil
}

// commandPatience is how long a command waits for a database that can't be reached; 0 is what a node
// does. Tests wait as long as they may.
var commandPatience time.Duration

// leaseTerm is how long a node's lease lasts that isn't renewed; 0 is the default. Tests have longer ones, for a busy
// machine renews late.
var leaseTerm time.Duration

// openDatabase connects to a database as a node of this machine. A call waits as long as patience says for a
// database that can't be reached; 0 is the default.
func openDatabase(ctx context.Context, address string, patience time.Duration) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{
		Version: fmt.Sprintf(dataVersion, doctor.Migration.Current()) + version.Text(),
		Address: fmt.Sprintf("%s, process %d", host, os.Getpid()), Patience: patience, Term: leaseTerm,
	})
}

// dataVersion begins a node's version: that of the data that it knows.
const dataVersion = "data %d, "

// withDatabase lets use have the database at the address.
func withDatabase(ctx context.Context, address string, use func(*postgres.Database) error) error {
	db, err := openDatabase(ctx, address, commandPatience)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

// fillDatabase lets fill have the database at the address, which must be empty.
func fillDatabase(ctx context.Context, address string, fill func(*postgres.Store) error) error {
	err := withDatabase(ctx, address, func(db *postgres.Database) error { return db.Fill(ctx, fill) })
	if errors.Is(err, postgres.ErrNotEmpty) {
		err = fmt.Errorf("%w: %s; make a new one", err, withoutPassword(address))
	}
	return err
}

// snapshots copies a database, while it is used, too.
type snapshots struct{ db *postgres.Database }

var _ copier = snapshots{}

// Backup makes a data file of the database as it is at one moment, which gets its name
// only when it is verified and checked. It replaces no file.
func (s snapshots) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return s.db.Snapshot(ctx, func(at *postgres.Snapshot) error { return bolt.Build(ctx, path, allOf(ctx, at), check) })
}

// snapshotStore is the documents of a file that nobody writes, or of a database at one moment.
type snapshotStore interface {
	storage.Store
	Kinds(context.Context) ([]string, error)
}

// inspect looks at the data as they are, and as the keys open them, and changes nothing.
func inspect(ctx context.Context, data string, keys keyFile, look func(snapshotStore, *sealed.Store) error) error {
	open := func(below snapshotStore) error {
		docs, err := keys.openSome(below)
		if err != nil {
			return err
		}
		return look(below, docs)
	}
	if isDatabase(data) {
		return withDatabase(ctx, data, func(db *postgres.Database) error {
			return db.Snapshot(ctx, func(s *postgres.Snapshot) error { return open(s) })
		})
	}
	store, err := bolt.Inspect(data)
	if err != nil {
		return err
	}
	return errors.Join(open(store), store.Close())
}

// warning is what the file has of damage that keeps nobody from going on with it.
func warning(d snapshotStore) error {
	if file, ok := d.(*bolt.Store); ok {
		return file.Warning()
	}
	return nil
}
