package bot

import (
	"context"
	"errors"

	"tarockbot/storage"
)

// HoldsErased says whether something was erased that is still in pages of the data
// file: then the file has to be made anew before the next start. Errors are the
// store's.
func HoldsErased(ctx context.Context, store storage.Store) (bool, error) {
	_, err := store.Get(ctx, storage.Key{Kind: kindMeta, ID: erasedID})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Cleared notes that nothing of that is left. Errors are the store's.
func Cleared(ctx context.Context, store storage.Store) error {
	doc, err := store.Get(ctx, storage.Key{Kind: kindMeta, ID: erasedID})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	doc.Data = nil
	return store.Commit(ctx, doc)
}
