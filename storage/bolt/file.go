package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// What the bucket that marks our files holds. The schema is raised when a
// tarockbot that doesn't know the new one would do harm.
const (
	markBucket = "\x00tarockbot"
	formatKey  = "format"
	format     = "tarockbot data"
	schemaKey  = "schema"
	schema     = sumsSchema
	// sumsSchema is the first in which every document has a sum and every bucket a
	// tally. In the second new documents had a sum, in the first none.
	sumsSchema = 3
)

// create makes a new data file.
func create(path string) error {
	d, err := newDraft(path, creating)
	if err != nil {
		return err
	}
	defer d.discard()
	if err := initialise(d.path); err != nil {
		return fmt.Errorf("storage/bolt: creating %s: %w", path, RoomError(err))
	}
	if _, err := examine(d.path, true); err != nil {
		return fmt.Errorf("storage/bolt: creating %s: %w", path, err)
	}
	err = d.publish(path)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process was quicker; Open finds out whose it is
	}
	return err
}

// initialise turns an empty file into a data file without documents. When
// bbolt's Update returns, all of it is synced.
func initialise(path string) error {
	db, err := bbolt.Open(path, 0o600, Options{}.options())
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte(markBucket))
		if err != nil {
			return err
		}
		return errors.Join(
			b.Put([]byte(formatKey), []byte(format)),
			b.Put([]byte(schemaKey), []byte(strconv.Itoa(schema))))
	})
	return errors.Join(err, db.Close())
}

// openFile opens a bbolt file that exists and says who holds it if it can't.
func openFile(path string, o *bbolt.Options) (db *bbolt.DB, opened *os.File, err error) {
	o.OpenFile = func(path string, flag int, mode os.FileMode) (f *os.File, err error) {
		opened, err = os.OpenFile(path, flag&^os.O_CREATE, mode)
		return opened, err
	}
	db, err = bbolt.Open(path, 0o600, o)
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, nil, fmt.Errorf("%w: %s is open in another tarockbot%s", ErrLocked, path, holder(path))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("storage/bolt: %s: %w", path, err)
	}
	// While somebody waits for the lock of a file another may take its place.
	mine, err := opened.Stat()
	named, alsoErr := os.Stat(path)
	if err != nil || alsoErr != nil || !os.SameFile(mine, named) {
		return nil, nil, errors.Join(fmt.Errorf("%w: %s was replaced just now", ErrLocked, path), db.Close())
	}
	return db, opened, nil
}

// holderFile is where the process that holds the lock leaves its number. It is
// for the message only; the lock itself is the system's and dies with it.
func holderFile(path string) string { return path + ".pid" }

// writeHolder can fail without harm: then the message lacks the number.
func writeHolder(path string) {
	_ = os.WriteFile(holderFile(path), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
}

func removeHolder(path string) { _ = os.Remove(holderFile(path)) }

func holder(path string) string {
	text, err := os.ReadFile(holderFile(path))
	pid, notNumber := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || notNumber != nil {
		return ""
	}
	return fmt.Sprintf(", process %d", pid)
}
