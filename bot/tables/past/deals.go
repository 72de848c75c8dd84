package past

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/storage"
)

// KindDeal is the kind of documents that hold one finished deal each.
const KindDeal = "deal"

// DealDoc returns the document that stores a finished deal of the table.
func DealDoc(id chat.TableID, number int, deal match.StoredDeal) (storage.Doc, error) {
	return documents.Encode(KindDeal, match.DealID(id, number), 0, deal)
}

// HasDeal reports whether the table's finished deal of that number is stored. Errors are the store's.
func (ms Matches) HasDeal(ctx context.Context, id chat.TableID, number int) (bool, error) {
	_, err := ms.Store.Get(ctx, storage.Key{Kind: KindDeal, ID: match.DealID(id, number)})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// LoadDeal reads the table's finished deal of that number, and reports whether it is stored. Errors are the store's.
func (ms Matches) LoadDeal(ctx context.Context, id chat.TableID, number int) (deal match.StoredDeal, found bool, err error) {
	version, err := ms.Store.Load(ctx, KindDeal, match.DealID(id, number), &deal)
	return deal, version > 0, err
}

// eraseCuts removes the texts that the person typed to cut decks from the proofs of finished deals. The rest
// stays: what seats did, and random ids.
func (ms Matches) eraseCuts(ctx context.Context, x *documents.Erasure) error {
	for doc, err := range ms.Store.Mentioning(ctx, KindDeal, string(x.Person)) {
		if err != nil {
			return err
		}
		var deal match.StoredDeal
		if err := documents.Decode(doc, &deal); err != nil {
			return err
		}
		if deal.Proof == nil {
			continue
		}
		proof, erased := match.EraseCuts(*deal.Proof, x.Person)
		if !erased {
			continue
		}
		deal.Proof = &proof
		without, err := documents.Encode(KindDeal, doc.Key.ID, doc.Version, deal)
		if err != nil {
			return err
		}
		if err := ms.Store.Commit(ctx, without); err != nil { // nobody else changes a finished deal
			return err
		}
	}
	return nil
}
