package bolt

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

// What is deleted stays in pages that are free, until they are used again. Only a
// new file has none of it.

// Compact makes a new data file of the documents in one that no tarockbot has
// open, and puts it in its place once it is complete, on the disk and checked like
// Verify does. Nothing that was deleted is left, and no room that nothing needs.
// Whenever the process is killed one whole file has the name. Errors are those of
// Open.
func Compact(ctx context.Context, path string) error {
	if _, err := examine(path, false); err != nil {
		return err
	}
	// Locked until the new file has the name, so that nobody writes to the old.
	old, _, err := openFile(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return err
	}
	defer old.Close()
	removeRests(path)
	d, err := newDraft(path, compacting)
	if err != nil {
		return err
	}
	defer d.discard()
	if err := copyLive(ctx, old, d.path); err != nil {
		return fmt.Errorf("storage/bolt: compact %s: %w", path, RoomError(err))
	}
	if err := errors.Join(Verify(d.path), handOver(d, path)); err != nil {
		return fmt.Errorf("storage/bolt: compact %s: %w", path, err)
	}
	return d.replace(path, compacting)
}

// copyLive makes the empty file a data file with the documents of the old one.
func copyLive(ctx context.Context, old *bbolt.DB, path string) error {
	return fillFile(ctx, path, func(c *copier) error {
		return view(old, func(tx *bbolt.Tx) error {
			return tx.ForEach(func(kind []byte, b *bbolt.Bucket) error {
				if string(kind) == markBucket {
					return nil
				}
				return b.ForEach(func(id, value []byte) error { return c.addValue(string(kind), string(id), value) })
			})
		})
	})
}

// fillFile makes the empty file a data file, and lets fill add documents in their order.
func fillFile(ctx context.Context, path string, fill func(*copier) error) error {
	if err := initialise(path); err != nil {
		return err
	}
	db, _, err := openFile(path, Options{}.options())
	if err != nil {
		return err
	}
	c := copier{ctx: ctx, db: db}
	if err = fill(&c); err == nil {
		err = c.flush()
	}
	return errors.Join(err, db.Close())
}

// copyBytes is how much is copied in one transaction, roughly.
const copyBytes = 8 << 20

// copier copies documents in their order, many at a time.
type copier struct {
	ctx   context.Context
	db    *bbolt.DB
	some  []storage.Doc
	bytes int
}

// addValue adds what a file has.
func (c *copier) addValue(kind, id string, value []byte) error {
	data, ok := dataOf(kind, id, value, true)
	if !ok {
		return fmt.Errorf("%w: %s %q makes no sense", storage.ErrDamaged, kind, id)
	}
	return c.add(storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: versionOf(value), Data: data})
}

func (c *copier) add(d storage.Doc) error {
	c.some = append(c.some, d)
	if c.bytes += len(d.Key.ID) + len(d.Data); c.bytes < copyBytes {
		return nil
	}
	return c.flush()
}

// flush writes what has been added. The documents are the old file's own memory,
// which stays as long as its transaction.
func (c *copier) flush() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	err := c.db.Update(func(tx *bbolt.Tx) error {
		for _, d := range c.some {
			b, err := bucketOf(tx, d.Key.Kind)
			if err != nil {
				return err
			}
			b.FillPercent = 1 // they come in order
			if err := putOrDelete(b, []byte(d.Key.ID), encode(d.Key, d.Version, d.Data)); err != nil {
				return err
			}
		}
		return nil
	})
	c.some, c.bytes = c.some[:0], 0
	return err
}
