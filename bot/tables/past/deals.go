package past

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

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
func (a Archive) HasDeal(ctx context.Context, id chat.TableID, number int) (bool, error) {
	_, err := a.Store.Get(ctx, storage.Key{Kind: KindDeal, ID: match.DealID(id, number)})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// LoadDeal reads the table's finished deal of that number, and reports whether it is stored. Errors are the store's.
func (a Archive) LoadDeal(ctx context.Context, id chat.TableID, number int) (deal match.StoredDeal, found bool, err error) {
	version, err := a.Store.Load(ctx, KindDeal, match.DealID(id, number), &deal)
	return deal, version > 0, err
}

// eraseCuts removes the texts that the person typed to cut decks from the proofs of finished deals. The rest
// stays: what seats did, and random ids.
func (a Archive) eraseCuts(ctx context.Context, x *documents.Erasure) error {
	for e, err := range documents.Read[match.StoredDeal](a.Store.Mentioning(ctx, KindDeal, string(x.Person))) {
		if err != nil {
			return err
		}
		deal := e.Value
		if deal.Proof == nil {
			continue
		}
		if proof, erased := match.EraseCuts(*deal.Proof, x.Person); erased {
			deal.Proof = &proof
			if err := a.Store.Put(ctx, KindDeal, e.Key.ID, e.Version, deal); err != nil { // nobody else changes a finished deal
				return err
			}
		}
	}
	return nil
}

// DealsFile collects the records of finished deals for a file.
type DealsFile struct {
	records [][]byte // the latest first
	matches int      // that have deals in it
	room    int      // in bytes
	full    bool
}

// NewDealsFile returns an empty file.
func NewDealsFile() *DealsFile { return &DealsFile{room: chat.MaxFile - len("[]\n")} }

// Deals returns how many deals the file has.
func (f *DealsFile) Deals() int { return len(f.records) }

// Matches returns how many matches have deals in the file.
func (f *DealsFile) Matches() int { return f.matches }

// IsFull reports whether the file had no room for a match.
func (f *DealsFile) IsFull() bool { return f.full }

// File returns the file under the name: a JSON array of the records, the oldest first.
func (f *DealsFile) File(name string) *chat.File {
	deals := slices.Clone(f.records)
	slices.Reverse(deals)
	text := slices.Concat([]byte("["), bytes.Join(deals, []byte(",\n")), []byte("]\n"))
	return &chat.File{Name: name, Type: "application/json", Data: text}
}

// Add adds the table's finished deals up to that number, or none if there is no room. Errors are the store's, or tell a
// deal that can't be read.
func (f *DealsFile) Add(ctx context.Context, store *documents.Store, id chat.TableID, deals int) error {
	var records [][]byte
	room := f.room
	for n := deals; n > 0; n-- {
		doc, err := store.Get(ctx, storage.Key{Kind: KindDeal, ID: match.DealID(id, n)})
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("bot: history: %w", err)
		}
		deal, err := match.DealFile(doc.Data)
		if err != nil {
			return fmt.Errorf("bot: history: %s: %w", doc.Key, err)
		}
		room -= len(deal) + len(",\n")
		if room < 0 { // a part of a match can't be verified
			f.full = true
			return nil
		}
		records = append(records, deal)
	}
	if len(records) > 0 {
		f.matches++
	}
	f.records, f.room = append(f.records, records...), room
	return nil
}
