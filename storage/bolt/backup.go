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
	d, err := newVerifiedDraft(ctx, path, backingUp, func(d *draft) error {
		return copyInto(ctx, d, func(w io.Writer) error {
			return s.view(func(tx *bbolt.Tx) error {
				_, err := tx.WriteTo(w)
				return err
			})
		})
	})
	if err != nil {
		return err
	}
	return d.checkAndPublish(ctx, "backup to "+path, path, check)
}

// Build creates a data file of documents, which come in order of their keys. Each gets version
// 1. The file gets its name as Backup's does, and replaces none. If root builds it, it gets
// the owner of the directory.
func Build(ctx context.Context, path string, docs iter.Seq2[storage.Doc, error], check func(temp string) error) error {
	d, err := newVerifiedDraft(ctx, path, backingUp, func(d *draft) error {
		return fillDraft(ctx, d, path, func(c *copier) error {
			for doc, err := range docs {
				doc.Version = 1
				if err := cmp.Or(err, storage.Check([]storage.Doc{doc})); err != nil {
					return err
				}
				if err := c.add(doc); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	return d.checkAndPublish(ctx, "copy to "+path, path, check)
}

// checkAndPublish lets check, unless nil, check the draft, and then gives it its name. It
// discards the draft. task begins the text of check's error.
func (d *draft) checkAndPublish(ctx context.Context, task, path string, check func(temp string) error) error {
	defer d.discard()
	if check != nil {
		if err := check(d.path); err != nil {
			return fmt.Errorf("storage/bolt: %s: %w", task, err)
		}
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
	d, err := newVerifiedDraft(ctx, to, restoring, func(d *draft) error {
		return errors.Join(copyFile(ctx, d, from), chownToOwner(d, to))
	})
	if err != nil {
		return err
	}
	defer d.discard()
	if force {
		return replaceUnused(d, to)
	}
	return d.publish(to)
}

func copyFile(ctx context.Context, d *draft, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return copyInto(ctx, d, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// newVerifiedDraft creates a draft for path, lets fill write it to the disk, and verifies it.
func newVerifiedDraft(ctx context.Context, path, purpose string, fill func(*draft) error) (*draft, error) {
	d, err := newDraft(path, purpose)
	if err != nil {
		return nil, err
	}
	if err = fill(d); err == nil {
		err = Verify(d.path)
	}
	if err = cmp.Or(ctx.Err(), err); err != nil {
		d.discard()
		return nil, fmt.Errorf("storage/bolt: copy to %s: %w", path, RoomError(err))
	}
	return d, nil
}

// copyInto lets fill write the draft, until ctx ends, and syncs it.
func copyInto(ctx context.Context, d *draft, fill func(io.Writer) error) error {
	w := &contextWriter{ctx: ctx, w: d}
	err := fill(w)
	if err = cmp.Or(w.err, err); err != nil {
		return err
	}
	return d.Sync()
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
	db, _, err := openFile(path, &bbolt.Options{Timeout: time.Millisecond, ReadOnly: true})
	if errors.Is(err, ErrLocked) {
		return err
	}
	if err == nil {
		// Locked until the new file has the name, so that no process opens the old one.
		defer db.Close()
	}
	return d.replace(path, restoring)
}

// examine returns ErrForeign, storage.ErrDamaged or ErrLocked unless the file is tarockbot's
// and every page is valid. With all set, bbolt's own check follows. If only a meta page is
// invalid, it returns ErrMeta and the schema. It changes nothing.
func examine(path string, all bool) (schema int, err error) {
	im, err := openImage(path)
	if err != nil {
		return 0, err
	}
	defer im.file.Close()
	db, _, err := openFile(path, readOptions())
	if errors.Is(err, berrors.ErrInvalid) || errors.Is(err, berrors.ErrChecksum) {
		return 0, fmt.Errorf("%w: %w", storage.ErrDamaged, err)
	}
	if err != nil {
		return 0, err
	}
	defer db.Close()
	// The file is locked now, so no process writes to it: read the meta pages again.
	err = im.readMeta()
	if err == nil {
		err = im.check()
	}
	if err == nil && !im.whole {
		err = ErrMeta // bbolt would report no more than that
	}
	if err == nil && all {
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
