package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	temp, err := tempFor(path, compacting)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := copyLive(ctx, old, temp); err != nil {
		return fmt.Errorf("storage/bolt: compact %s: %w", path, roomError(err))
	}
	if err := errors.Join(Verify(temp), handOver(temp, path)); err != nil {
		return fmt.Errorf("storage/bolt: compact %s: %w", path, err)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// What is in the names of files that are not complete.
const (
	compacting = "compact"
	restoring  = "restore"
	creating   = "new"
)

// removeRests deletes what a Compact, a Restore or a creation has left that was
// killed. The lock of the data file must be held.
func removeRests(path string) {
	entries, _ := os.ReadDir(filepath.Dir(path)) // then they stay until the next time
	for _, e := range entries {
		for _, purpose := range []string{compacting, restoring, creating} {
			if strings.HasPrefix(e.Name(), filepath.Base(path)+"."+purpose+"-") {
				_ = os.Remove(filepath.Join(filepath.Dir(path), e.Name())) // likewise
			}
		}
	}
}

// copyLive makes the empty file a data file with the documents of the old one.
func copyLive(ctx context.Context, old *bbolt.DB, path string) error {
	if err := initialise(path); err != nil {
		return err
	}
	db, _, err := openFile(path, Options{}.options())
	if err != nil {
		return err
	}
	c := copier{ctx: ctx, db: db}
	err = view(old, func(tx *bbolt.Tx) error {
		return tx.ForEach(func(kind []byte, b *bbolt.Bucket) error {
			if string(kind) == markBucket {
				return nil
			}
			return b.ForEach(func(id, value []byte) error { return c.add(string(kind), string(id), value) })
		})
	})
	if err == nil {
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

func (c *copier) add(kind, id string, value []byte) error {
	data, ok := dataOf(kind, id, value, true)
	if !ok {
		return fmt.Errorf("%w: %s %q makes no sense", ErrDamaged, kind, id)
	}
	c.some = append(c.some, storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: versionOf(value), Data: data})
	if c.bytes += len(id) + len(value); c.bytes < copyBytes {
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
			if err := keep(b, []byte(d.Key.ID), encode(d.Key, d.Version, d.Data)); err != nil {
				return err
			}
		}
		return nil
	})
	c.some, c.bytes = c.some[:0], 0
	return err
}
