package privacy

import (
	"context"
	"errors"

	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// residueKey names a document that exists while free pages of the data file contain erased content.
var residueKey = storage.Key{Kind: documents.KindMeta, ID: "erased"}

func residueVersion(ctx context.Context, store storage.Store) (int64, error) {
	doc, err := store.Get(ctx, residueKey)
	if errors.Is(err, storage.ErrNotFound) {
		return 0, nil
	}
	return doc.Version, err
}

func residueDoc(ctx context.Context, store storage.Store) (storage.Doc, error) {
	version, err := residueVersion(ctx, store)
	return storage.Doc{Key: residueKey, Version: version, Data: []byte("true")}, err
}

// MarkResidue records residue.
func MarkResidue(ctx context.Context, store storage.Store) error {
	return documents.RetryOnConflict(func() error {
		doc, err := residueDoc(ctx, store)
		if err != nil {
			return err
		}
		return store.Commit(ctx, doc)
	})
}

// HasResidue reports whether the next start must rewrite the data file.
func HasResidue(ctx context.Context, store storage.Store) (bool, error) {
	version, err := residueVersion(ctx, store)
	return version > 0, err
}

// ClearResidue records a rewritten data file.
func ClearResidue(ctx context.Context, store storage.Store) error {
	version, err := residueVersion(ctx, store)
	if err != nil || version == 0 {
		return err
	}
	return store.Commit(ctx, storage.Doc{Key: residueKey, Version: version})
}
