package bolt

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

// Compact replaces a data file by a new one with the same documents, once that is complete, on
// the disk and verified. No process may have the file open. The new file has no unused room
// and no deleted data, which otherwise stay in free pages until these are used again. If the
// process is killed, either the old or the new file has the name. Errors are those of Open.
func Compact(ctx context.Context, path string) error {
	if _, err := examine(path, false); err != nil {
		return err
	}
	// Locked until the new file has the name, so that no process writes to the old one.
	old, _, err := openFile(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return err
	}
	defer old.Close()
	removeLeftovers(path)
	d, err := fillDraft(ctx, path, compacting, "compact", func(c *copier) error {
		return view(old, func(tx *bbolt.Tx) error {
			return tx.ForEach(func(kind []byte, b *bbolt.Bucket) error {
				if string(kind) == markBucket {
					return nil
				}
				return b.ForEach(func(id, value []byte) error { return c.addValue(string(kind), string(id), value) })
			})
		})
	})
	if err != nil {
		return err
	}
	defer d.discard()
	return d.replace(path, compacting)
}

// fillDraft creates a draft for path, lets fill add documents in order, verifies it, and calls
// chownToOwner. task begins the error's text.
func fillDraft(ctx context.Context, path, purpose, task string, fill func(*copier) error) (*draft, error) {
	d, err := newDraft(path, purpose)
	if err != nil {
		return nil, err
	}
	if err = fillFile(ctx, d.path, fill); err == nil {
		err = errors.Join(Verify(d.path), chownToOwner(d, path))
	}
	if err != nil {
		d.discard()
		return nil, fmt.Errorf("storage/bolt: %s %s: %w", task, path, RoomError(err))
	}
	return d, nil
}

// fillFile turns an empty file into a data file, and lets fill add documents in order.
func fillFile(ctx context.Context, path string, fill func(*copier) error) error {
	if err := initialise(path); err != nil {
		return err
	}
	db, _, err := openFile(path, Options{}.bboltOptions())
	if err != nil {
		return err
	}
	c := copier{ctx: ctx, db: db}
	if err = fill(&c); err == nil {
		err = c.flush()
	}
	return errors.Join(err, db.Close())
}

// copyBytes is roughly how much a copier writes in one transaction.
const copyBytes = 8 << 20

// copier writes documents, which come in order, many at a time.
type copier struct {
	ctx   context.Context
	db    *bbolt.DB
	docs  []storage.Doc // not yet written
	bytes int           // of docs
}

// addValue adds a document by its value in a file.
func (c *copier) addValue(kind, id string, value []byte) error {
	data, ok := dataOf(kind, id, value, true)
	if !ok {
		return fmt.Errorf("%w: %s %q makes no sense", storage.ErrDamaged, kind, id)
	}
	return c.add(storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: versionOf(value), Data: data})
}

func (c *copier) add(d storage.Doc) error {
	c.docs = append(c.docs, d)
	if c.bytes += len(d.Key.ID) + len(d.Data); c.bytes < copyBytes {
		return nil
	}
	return c.flush()
}

// flush writes the added documents. Those of an old file are parts of its map, which lasts as
// long as its transaction.
func (c *copier) flush() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	err := c.db.Update(func(tx *bbolt.Tx) error {
		for _, d := range c.docs {
			b, err := bucketOf(tx, d.Key.Kind)
			if err != nil {
				return err
			}
			b.FillPercent = 1 // documents come in order
			if err := putOrDelete(b, []byte(d.Key.ID), encode(d.Key, d.Version, d.Data)); err != nil {
				return err
			}
		}
		return nil
	})
	c.docs, c.bytes = c.docs[:0], 0
	return err
}
