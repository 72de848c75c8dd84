package bot

import (
	"context"
	"errors"

	"tarockbot/storage"
)

// erasedID names the document of kindMeta that says that pages of the data file
// hold what was erased, and that it has to be made anew.
const erasedID = "erased"

// erasedDoc is the mark; due says that it isn't there yet.
func (b *Bot) erasedDoc(ctx context.Context) (doc storage.Doc, due bool, err error) {
	version, err := b.load(ctx, kindMeta, erasedID, new(bool))
	if err != nil || version > 0 {
		return doc, false, err
	}
	doc, err = encode(kindMeta, erasedID, 0, true)
	return doc, true, err
}

// HoldsErased says whether something was erased that is still in pages of the data
// file: then the file has to be made anew before the next start.
func HoldsErased(ctx context.Context, store storage.Store) (bool, error) {
	_, err := store.Get(ctx, storage.Key{Kind: kindMeta, ID: erasedID})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Cleared notes that nothing of that is left.
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
