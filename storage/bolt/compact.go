package bolt

import (
	"context"

	"go.etcd.io/bbolt"
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
	old, _, err := openFile(path, readOptions())
	if err != nil {
		return err
	}
	defer old.Close()
	removeLeftovers(path)
	d, err := newVerifiedDraft(ctx, path, compacting, func(d *draft) error {
		return fillDraft(ctx, d, path, func(c *copier) error {
			return view(old, func(tx *bbolt.Tx) error { return addAll(c, tx) })
		})
	})
	if err != nil {
		return err
	}
	defer d.discard()
	return d.replace(path, compacting)
}

// addAll adds all documents of a file.
func addAll(c *copier, tx *bbolt.Tx) error {
	return tx.ForEach(func(kind []byte, b *bbolt.Bucket) error {
		if string(kind) == markBucket {
			return nil
		}
		return b.ForEach(func(id, value []byte) error { return c.addValue(string(kind), string(id), value) })
	})
}
