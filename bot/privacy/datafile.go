package privacy

import (
	"context"
	"errors"

	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// erasedKey is the key of the document that says that pages of the data file hold what
// was erased, and that it has to be made anew.
var erasedKey = storage.Key{Kind: keep.KindMeta, ID: "erased"}

func (e *Eraser) erasedMark(ctx context.Context) (storage.Doc, error) {
	version, err := e.Store.Load(ctx, erasedKey.Kind, erasedKey.ID, new(bool))
	if err != nil {
		return storage.Doc{}, err
	}
	return keep.Encode(erasedKey.Kind, erasedKey.ID, version, true)
}

// HoldsErased says whether something was erased that is still in pages of the data
// file: then the file has to be made anew before the next start. Errors are the
// store's.
func HoldsErased(ctx context.Context, store storage.Store) (bool, error) {
	_, err := store.Get(ctx, erasedKey)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Cleared notes that nothing of that is left. Errors are the store's.
func Cleared(ctx context.Context, store storage.Store) error {
	doc, err := store.Get(ctx, erasedKey)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	doc.Data = nil
	return store.Commit(ctx, doc)
}
