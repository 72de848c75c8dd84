package privacy

import (
	"context"

	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// erasedKey is the key of the document that says that pages of the data file hold what
// was erased, and that it has to be made anew.
var erasedKey = storage.Key{Kind: keep.KindMeta, ID: "erased"}

// erasedVersion is the version of that document; 0 if there is none.
func erasedVersion(ctx context.Context, store storage.Store) (int64, error) {
	return keep.New(store, keep.Options{}).Load(ctx, erasedKey.Kind, erasedKey.ID, new(bool))
}

// HoldsErased says whether something was erased that is still in pages of the data
// file: then the file has to be made anew before the next start. Errors are the
// store's.
func HoldsErased(ctx context.Context, store storage.Store) (bool, error) {
	version, err := erasedVersion(ctx, store)
	return version > 0, err
}

// Cleared notes that nothing of that is left. Errors are the store's.
func Cleared(ctx context.Context, store storage.Store) error {
	version, err := erasedVersion(ctx, store)
	if err != nil || version == 0 {
		return err
	}
	return store.Commit(ctx, storage.Doc{Key: erasedKey, Version: version})
}
