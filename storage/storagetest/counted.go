package storagetest

import (
	"context"

	"tarockbot/storage"
)

// Counted counts calls of Get. It is not safe for concurrent use.
type Counted struct {
	storage.Store
	Reads int
}

// Get implements storage.Store.
func (c *Counted) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	c.Reads++
	return c.Store.Get(ctx, key)
}
