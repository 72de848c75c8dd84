package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Backup copies the state of one moment into a new file, which gets its name
// only when it is complete, on the disk and checked like Verify does, and by check,
// which gets the name that it has until then; nil checks nothing more. It never
// replaces a file (fs.ErrExist). Commits go on meanwhile; the price is that
// pages freed during the copy are not used again before its end, so the file
// may grow by what is written in that time, and that commits wait for the end
// of the copy if the file outgrows its map of 1 GiB (or a multiple of it).
func (s *Store) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return copyTo(ctx, path, "backup", func(w io.Writer) error {
		return s.view(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	}, func(temp, path string) error {
		if check != nil {
			if err := check(temp); err != nil {
				return fmt.Errorf("storage/bolt: backup to %s: %w", path, err)
			}
		}
		return publish(temp, path)
	})
}

// Verify reads a data file that no tarockbot writes, completely, and returns
// nil if all of it makes sense, or ErrForeign, ErrDamaged, ErrLocked, or, if nothing
// else is wrong, ErrMeta.
func Verify(path string) error {
	_, err := examine(path, true)
	return err
}

// Restore copies the backup from to the data file to, after verifying it, and
// verifies the copy before it gets the name. If to exists, the error is
// fs.ErrExist, or, with force, the file is replaced, unless a tarockbot has it
// open (ErrLocked). What root restores gets the owner of the file it replaces,
// or of the directory.
func Restore(ctx context.Context, from, to string, force bool) error {
	if err := Verify(from); err != nil {
		return err
	}
	place := publish
	if force {
		place = replace
	}
	return copyTo(ctx, to, restoring, func(w io.Writer) error {
		f, err := os.Open(from)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	}, func(temp, path string) error {
		if err := handOver(temp, path); err != nil {
			return err
		}
		return place(temp, path)
	})
}

// copyTo makes a file next to path, fills, syncs and verifies it and lets
// place give it the name.
func copyTo(ctx context.Context, path, purpose string, fill func(io.Writer) error, place func(temp, path string) error) error {
	temp, err := tempFor(path, purpose)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	err = fillFile(ctx, temp, fill)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("storage/bolt: %s to %s: %w", purpose, path, err)
	}
	if err := Verify(temp); err != nil {
		return fmt.Errorf("storage/bolt: %s to %s: %w", purpose, path, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return place(temp, path)
}

func fillFile(ctx context.Context, path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := fill(writer{ctx, f}); err != nil {
		return errors.Join(err, f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}

// writer stops writing when its context ends.
type writer struct {
	ctx context.Context
	w   io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.w.Write(p)
}

// replace is publish over a file that is not in use.
func replace(temp, path string) error {
	o := &bbolt.Options{Timeout: time.Millisecond, ReadOnly: true}
	db, _, err := openFile(path, o)
	switch {
	case errors.Is(err, ErrLocked):
		return err
	case err == nil:
		// Held until the new file has the name, so that nobody opens the old.
		defer db.Close()
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// examine returns ErrForeign, ErrDamaged or ErrLocked unless the file is ours
// and every page makes sense; with all set, bbolt's own check follows. If no more
// than a meta page makes none, it returns ErrMeta and the schema. It changes nothing.
func examine(path string, all bool) (schema int, err error) {
	f, im, err := openImage(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	db, _, err := openFile(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if errors.Is(err, berrors.ErrInvalid) || errors.Is(err, berrors.ErrChecksum) {
		return 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err != nil {
		return 0, err
	}
	defer db.Close()
	// Locked, so nobody writes any more: read again what the pages are.
	if err = im.anchor(f); err == nil {
		err = im.check()
	}
	switch {
	case err != nil:
	case !im.whole:
		err = ErrMeta // of which bbolt would say no more
	case all:
		err = view(db, bboltCheck)
	}
	if err != nil {
		return im.schema, fmt.Errorf("%w: %s", err, path)
	}
	return im.schema, nil
}

// bboltCheck reads all errors, so that bbolt's goroutine ends.
func bboltCheck(tx *bbolt.Tx) error {
	var first error
	for err := range tx.Check() {
		if first == nil {
			first = fmt.Errorf("%w: %s", ErrDamaged, strings.TrimPrefix(err.Error(), "panic: "))
		}
	}
	return first
}
