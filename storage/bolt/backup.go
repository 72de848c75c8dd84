package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"tarockbot/storage"
)

// Backup copies the state of one moment into a new file, which gets its name
// only when it is complete, on the disk and checked like Verify does, and by check,
// which gets the name that it has until then; nil checks nothing more. It never
// replaces a file (fs.ErrExist). Commits go on meanwhile; the price is that
// pages freed during the copy are not used again before its end, so the file
// may grow by what is written in that time, and that commits wait for the end
// of the copy if the file outgrows its map of 1 GiB (or a multiple of it).
func (s *Store) Backup(ctx context.Context, path string, check func(temp string) error) error {
	return copyTo(ctx, path, backingUp, func(w io.Writer) error {
		return s.view(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	}, func(d *draft) error {
		if check != nil {
			if err := check(d.path); err != nil {
				return fmt.Errorf("storage/bolt: backup to %s: %w", path, err)
			}
		}
		return d.publish(path)
	})
}

// Build makes a data file of documents, which come in order of their keys; each has version
// 1 there. The file gets its name as that of Backup does, and replaces none. What root
// builds gets the owner of the directory.
func Build(ctx context.Context, path string, docs iter.Seq2[storage.Doc, error], check func(temp string) error) error {
	d, err := newDraft(path, backingUp)
	if err != nil {
		return err
	}
	defer d.discard()
	if err := writeAll(ctx, d.path, docs); err != nil {
		return fmt.Errorf("storage/bolt: copy to %s: %w", path, RoomError(err))
	}
	if err := errors.Join(Verify(d.path), handOver(d, path)); err != nil {
		return fmt.Errorf("storage/bolt: copy to %s: %w", path, err)
	}
	if err := check(d.path); err != nil {
		return fmt.Errorf("storage/bolt: copy to %s: %w", path, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.publish(path)
}

// writeAll makes the empty file a data file with the documents.
func writeAll(ctx context.Context, path string, docs iter.Seq2[storage.Doc, error]) error {
	return fillFile(ctx, path, func(c *copier) error {
		for d, err := range docs {
			d.Version = 1
			if err = cmp.Or(err, storage.Check([]storage.Doc{d})); err == nil {
				err = c.add(d)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Verify reads a data file that no tarockbot writes, completely, and returns
// nil if all of it makes sense, or ErrForeign, storage.ErrDamaged, ErrLocked, or, if nothing
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
	return copyTo(ctx, to, restoring, func(w io.Writer) error {
		f, err := os.Open(from)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	}, func(d *draft) error {
		if err := handOver(d, to); err != nil {
			return err
		}
		if force {
			return replace(d, to)
		}
		return d.publish(to)
	})
}

// copyTo makes a file for path, fills, syncs and verifies it and lets place give it
// the name.
func copyTo(ctx context.Context, path, purpose string, fill func(io.Writer) error, place func(*draft) error) error {
	d, err := newDraft(path, purpose)
	if err != nil {
		return err
	}
	defer d.discard()
	w := &writer{ctx: ctx, w: d}
	if err = fill(w); w.err != nil {
		err = w.err
	}
	if err == nil {
		err = d.Sync()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		err = Verify(d.path)
	}
	if err != nil {
		return fmt.Errorf("storage/bolt: copy to %s: %w", path, RoomError(err))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return place(d)
}

// writer stops writing when its context ends. It remembers the first error, for of
// some bbolt returns the text alone.
type writer struct {
	ctx context.Context
	w   io.Writer
	err error
}

func (w *writer) Write(p []byte) (n int, err error) {
	if err = w.ctx.Err(); err == nil {
		n, err = w.w.Write(p)
	}
	w.err = cmp.Or(w.err, err)
	return n, err
}

// replace gives the draft its name, though there may be a file that has it, which is
// not in use.
func replace(d *draft, path string) error {
	o := &bbolt.Options{Timeout: time.Millisecond, ReadOnly: true}
	db, _, err := openFile(path, o)
	switch {
	case errors.Is(err, ErrLocked):
		return err
	case err == nil:
		// Held until the new file has the name, so that nobody opens the old.
		defer db.Close()
	}
	return d.replace(path, restoring)
}

// examine returns ErrForeign, storage.ErrDamaged or ErrLocked unless the file is ours
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
		return 0, fmt.Errorf("%w: %w", storage.ErrDamaged, err)
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
			first = fmt.Errorf("%w: %s", storage.ErrDamaged, strings.TrimPrefix(err.Error(), "panic: "))
		}
	}
	return first
}
