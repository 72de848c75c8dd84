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

// Raise the schema when an older tarockbot would damage new files.
const (
	markBucket = "\x00tarockbot"
	formatKey  = "format"
	format     = "tarockbot data"
	schemaKey  = "schema"
	schema     = sumsSchema
	// Since sumsSchema, documents have checksums and buckets tallies. In schema 2 only new documents had checksums.
	sumsSchema = 3
)

func create(path string) error {
	d, err := newDraft(path, creating)
	if err != nil {
		return err
	}
	defer d.discard()
	if err := initialise(d.path); err != nil {
		return fmt.Errorf("storage/bolt: creating %s: %w", path, WithErrFull(err))
	}
	if _, err := examine(d.path, true); err != nil {
		return fmt.Errorf("storage/bolt: creating %s: %w", path, err)
	}
	err = d.publish(path)
	if errors.Is(err, fs.ErrExist) {
		return nil // Open examines the other process's file
	}
	return err
}

func initialise(path string) error {
	db, err := bbolt.Open(path, 0o600, writeOptions())
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

// openFile returns ErrLocked if another process has the file open.
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
	// while waiting for the lock, another file may have got the name
	openedInfo, err := opened.Stat()
	named, namedErr := os.Stat(path)
	if err != nil || namedErr != nil || !os.SameFile(openedInfo, named) {
		return nil, nil, errors.Join(fmt.Errorf("%w: %s was replaced just now", ErrLocked, path), db.Close())
	}
	return db, opened, nil
}

// holderFile returns the path of the pid file. It serves only error messages: bbolt locks the data file itself.
func holderFile(path string) string { return path + ".pid" }

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
