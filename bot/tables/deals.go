package tables

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
)

// LoadDeal reads the table's finished deal of that number, and reports whether it is stored. Errors are the store's.
func LoadDeal(ctx context.Context, store *documents.Store, id chat.TableID, number int) (deal match.StoredDeal, found bool, err error) {
	version, err := store.Load(ctx, KindDeal, match.DealID(id, number), &deal)
	return deal, version > 0, err
}
