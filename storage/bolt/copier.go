package bolt

import (
	"context"
	"errors"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

func fillDraft(ctx context.Context, d *draft, path string, fill func(*copier) error) error {
	if err := initialise(d.path); err != nil {
		return err
	}
	db, _, err := openFile(d.path, writeOptions())
	if err != nil {
		return err
	}
	c := copier{ctx: ctx, db: db}
	if err = fill(&c); err == nil {
		err = c.flush()
	}
	return errors.Join(err, db.Close(), chownToOwner(d, path))
}

// copyBytes roughly limits the bytes of one transaction.
const copyBytes = 8 << 20

type copier struct {
	ctx   context.Context
	db    *bbolt.DB
	docs  []storage.Doc // not yet written; may point into the source's map
	bytes int
}

func (c *copier) addValue(kind, id string, value []byte) error {
	key := storage.Key{Kind: kind, ID: id}
	data, err := dataOf(key, value, true)
	if err != nil {
		return err
	}
	return c.add(storage.Doc{Key: key, Version: versionOf(value), Data: data})
}

func (c *copier) add(d storage.Doc) error {
	c.docs = append(c.docs, d)
	if c.bytes += len(d.Key.ID) + len(d.Data); c.bytes < copyBytes {
		return nil
	}
	return c.flush()
}

// flush must run while the source's transaction lasts.
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
