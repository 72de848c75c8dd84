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

// Backup copies the current state into a new file, syncs and verifies it, and calls check unless nil. If the path
// exists, Backup returns fs.ErrExist. During the copy, freed pages aren't reused. If the data file outgrows its map (1
// GiB, then multiples), commits wait for the copy's end.
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

// BuildBackup is like Backup, but writes the given documents, which must be in order of their keys.
func BuildBackup(ctx context.Context, path string, docs iter.Seq2[storage.Doc, error], check func(temp string) error) error {
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

// Verify reads a whole data file, which no process may have open for writing. It returns ErrForeign, storage.ErrDamaged
// or ErrLocked, or ErrMeta if nothing else is wrong.
func Verify(path string) error {
	_, err := examine(path, true)
	return err
}

// Restore copies and verifies a backup. If a file exists at to, Restore returns fs.ErrExist. With force it replaces the
// file, or returns ErrLocked if a process has the file open.
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
		return nil, fmt.Errorf("storage/bolt: copy to %s: %w", path, WithErrFull(err))
	}
	return d, nil
}

func copyInto(ctx context.Context, d *draft, fill func(io.Writer) error) error {
	w := &contextWriter{ctx: ctx, w: d}
	err := fill(w)
	if err = cmp.Or(w.err, err); err != nil {
		return err
	}
	return d.Sync()
}

// contextWriter keeps the first error, because bbolt reduces some errors to text.
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

func replaceUnused(d *draft, path string) error {
	db, _, err := openFile(path, &bbolt.Options{Timeout: time.Millisecond, ReadOnly: true})
	if errors.Is(err, ErrLocked) {
		return err
	}
	if err == nil {
		// held until the rename: no process may open the old file
		defer db.Close()
	}
	return d.replace(path, restoring)
}

// examine checks every page. If thorough, bbolt checks the file too. It returns the schema even with ErrMeta.
func examine(path string, thorough bool) (schema int, err error) {
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
	err = im.readMeta()
	if err == nil {
		err = im.check()
	}
	if err == nil && !im.whole {
		err = ErrMeta
	}
	if err == nil && thorough {
		err = view(db, bboltCheck)
	}
	if err != nil {
		return im.schema, fmt.Errorf("%w: %s", err, path)
	}
	return im.schema, nil
}

// bboltCheck drains the channel: otherwise bbolt's goroutine would leak.
func bboltCheck(tx *bbolt.Tx) error {
	var first error
	for err := range tx.Check() {
		if first == nil {
			first = fmt.Errorf("%w: %s", storage.ErrDamaged, strings.TrimPrefix(err.Error(), "panic: "))
		}
	}
	return first
}
