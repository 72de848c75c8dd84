package bolt

import (
	"context"

	"go.etcd.io/bbolt"
)

// Compact replaces a data file by a verified copy without unused space and deleted data. No process may have the file
// open.
func Compact(ctx context.Context, path string) error {
	if _, err := examine(path, false); err != nil {
		return err
	}
	// held until the rename: no process may write to the old file
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

func addAll(c *copier, tx *bbolt.Tx) error {
	return tx.ForEach(func(kind []byte, b *bbolt.Bucket) error {
		if string(kind) == markBucket {
			return nil
		}
		return b.ForEach(func(id, value []byte) error { return c.addValue(string(kind), string(id), value) })
	})
}
