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

// Backup copies the state of one moment into a new file. The file gets its name only when it
// is complete, on the disk and verified. check, unless nil, then checks it under the name that
// it has until then. Backup never replaces a file (fs.ErrExist).
//
// Commits go on meanwhile, at a price: pages freed during the copy are not used again before
// its end, so the file may grow by the amount written in that time. If the file outgrows its
// map of 1 GiB, or a multiple of it, commits wait for the end of the copy.
func (s *Store) Backup(ctx context.Context, path string, check func(temp string) error) error {
	copyPages := func(w io.Writer) error {
		return s.view(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	}
	checkAndPublish := func(d *draft) error {
		if check != nil {
			if err := check(d.path); err != nil {
				return fmt.Errorf("storage/bolt: backup to %s: %w", path, err)
			}
		}
		return d.publish(path)
	}
	return copyTo(ctx, path, backingUp, copyPages, checkAndPublish)
}

// Build creates a data file of documents, which come in order of their keys. Each gets version
// 1. The file gets its name as Backup's does, and replaces none. If root builds it, it gets
// the owner of the directory.
func Build(ctx context.Context, path string, docs iter.Seq2[storage.Doc, error], check func(temp string) error) error {
	d, err := fillDraft(ctx, path, backingUp, "copy to", func(c *copier) error {
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
	if err != nil {
		return err
	}
	defer d.discard()
	if err := check(d.path); err != nil {
		return fmt.Errorf("storage/bolt: copy to %s: %w", path, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.publish(path)
}

// Verify reads a data file completely. No process may have it open for writing. It returns
// ErrForeign, storage.ErrDamaged or ErrLocked, ErrMeta if nothing else is wrong, or nil.
func Verify(path string) error {
	_, err := examine(path, true)
	return err
}

// Restore verifies the backup from, copies it, and verifies the copy before it gets the name
// to. If to exists, the error is fs.ErrExist. With force, Restore replaces the file, unless a
// process has it open (ErrLocked). If root restores it, it gets the owner of the file that it
// replaces, or of the directory.
func Restore(ctx context.Context, from, to string, force bool) error {
	if err := Verify(from); err != nil {
		return err
	}
	copyFile := func(w io.Writer) error {
		f, err := os.Open(from)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	}
	chownAndPublish := func(d *draft) error {
		if err := chownToOwner(d, to); err != nil {
			return err
		}
		if force {
			return replaceUnused(d, to)
		}
		return d.publish(to)
	}
	return copyTo(ctx, to, restoring, copyFile, chownAndPublish)
}

// copyTo creates a draft for path, fills it, syncs it, verifies it, and lets publish give it
// the name.
func copyTo(ctx context.Context, path, purpose string, fill func(io.Writer) error, publish func(*draft) error) error {
	d, err := newDraft(path, purpose)
	if err != nil {
		return err
	}
	defer d.discard()
	w := &contextWriter{ctx: ctx, w: d}
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
	return publish(d)
}

// contextWriter stops writing when its context ends. It remembers the first error, because bbolt
// returns only the text of some.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
	err error
}

func (w *contextWriter) Write(p []byte) (n int, err error) {
	if err = w.ctx.Err(); err == nil {
		n, err = w.w.Write(p)
	}
	w.err = cmp.Or(w.err, err)
	return n, err
}

// replaceUnused gives the draft the name of a file, unless a process has the file open
// (ErrLocked).
func replaceUnused(d *draft, path string) error {
	o := &bbolt.Options{Timeout: time.Millisecond, ReadOnly: true}
	db, _, err := openFile(path, o)
	switch {
	case errors.Is(err, ErrLocked):
		return err
	case err == nil:
		// Locked until the new file has the name, so that no process opens the old one.
		defer db.Close()
	}
	return d.replace(path, restoring)
}

// examine returns ErrForeign, storage.ErrDamaged or ErrLocked unless the file is tarockbot's
// and every page is valid. With all set, bbolt's own check follows. If only a meta page is
// invalid, it returns ErrMeta and the schema. It changes nothing.
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
	// The file is locked now, so no process writes to it: read the meta pages again.
	if err = im.readMeta(f); err == nil {
		err = im.check()
	}
	switch {
	case err != nil:
	case !im.whole:
		err = ErrMeta // bbolt would report no more than that
	case all:
		err = view(db, bboltCheck)
	}
	if err != nil {
		return im.schema, fmt.Errorf("%w: %s", err, path)
	}
	return im.schema, nil
}

// bboltCheck returns the first error of bbolt's check. It reads all, so that bbolt's goroutine ends.
func bboltCheck(tx *bbolt.Tx) error {
	var first error
	for err := range tx.Check() {
		if first == nil {
			first = fmt.Errorf("%w: %s", storage.ErrDamaged, strings.TrimPrefix(err.Error(), "panic: "))
		}
	}
	return first
}
