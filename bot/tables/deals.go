package tables

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/storage"
)

// HasDeal reports whether the table's finished deal of that number is stored. Errors are the store's.
func HasDeal(ctx context.Context, store *documents.Store, id chat.TableID, number int) (bool, error) {
	_, err := store.Get(ctx, storage.Key{Kind: KindDeal, ID: match.DealID(id, number)})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// LoadDeal reads the table's finished deal of that number, and reports whether it is stored. Errors are the store's.
func LoadDeal(ctx context.Context, store *documents.Store, id chat.TableID, number int) (deal match.StoredDeal, found bool, err error) {
	version, err := store.Load(ctx, KindDeal, match.DealID(id, number), &deal)
	return deal, version > 0, err
}
