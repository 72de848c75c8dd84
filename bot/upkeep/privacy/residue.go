package privacy

import (
	"context"
	"errors"

	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// residueKey names the document that exists while there is residue: erased content that remains in free pages of the
// data file until the file is rewritten.
var residueKey = storage.Key{Kind: documents.KindMeta, ID: "erased"}

// residueVersion returns the version of the residue document; 0 if there is none.
func residueVersion(ctx context.Context, store storage.Store) (int64, error) {
	doc, err := store.Get(ctx, residueKey)
	if errors.Is(err, storage.ErrNotFound) {
		return 0, nil
	}
	return doc.Version, err
}

// residueDoc makes the document that marks residue.
func residueDoc(ctx context.Context, store storage.Store) (storage.Doc, error) {
	version, err := residueVersion(ctx, store)
	return storage.Doc{Key: residueKey, Version: version, Data: []byte("true")}, err
}

// MarkResidue stores that there is residue. Errors are the store's.
func MarkResidue(ctx context.Context, store storage.Store) error {
	return documents.RetryOnConflict(func() error {
		doc, err := residueDoc(ctx, store)
		if err != nil {
			return err
		}
		return store.Commit(ctx, doc)
	})
}

// HasResidue reports whether there is residue: the next start must rewrite the data file. Errors are the store's.
func HasResidue(ctx context.Context, store storage.Store) (bool, error) {
	version, err := residueVersion(ctx, store)
	return version > 0, err
}

// ClearResidue stores that the data file was rewritten and has no residue. Errors are the store's.
func ClearResidue(ctx context.Context, store storage.Store) error {
	version, err := residueVersion(ctx, store)
	if err != nil || version == 0 {
		return err
	}
	return store.Commit(ctx, storage.Doc{Key: residueKey, Version: version})
}
