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

// KindDeal is the document kind of finished deals.
const KindDeal = "deal"

// DealDoc returns the document that stores a finished deal.
func DealDoc(id chat.TableID, number int, deal match.StoredDeal) (storage.Doc, error) {
	return documents.Encode(KindDeal, match.DealID(id, number), 0, deal)
}

// HasDeal reports whether the deal is stored.
func (a Archive) HasDeal(ctx context.Context, id chat.TableID, number int) (bool, error) {
	_, err := a.Store.Get(ctx, storage.Key{Kind: KindDeal, ID: match.DealID(id, number)})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// LoadDeal reads the deal, if stored.
func (a Archive) LoadDeal(ctx context.Context, id chat.TableID, number int) (deal match.StoredDeal, found bool, err error) {
	version, err := a.Store.Load(ctx, KindDeal, match.DealID(id, number), &deal)
	return deal, version > 0, err
}

// eraseCuts erases what the person typed. Random ids stay.
func (a Archive) eraseCuts(ctx context.Context, x *documents.Erasure) error {
	for e, err := range documents.DecodeAll[match.StoredDeal](a.Store.ScanMentions(ctx, KindDeal, string(x.Person))) {
		if err != nil {
			return err
		}
		deal := e.Value
		if deal.Proof == nil {
			continue
		}
		if proof, erased := match.EraseCuts(*deal.Proof, x.Person); erased {
			deal.Proof = &proof
			if err := a.Store.Put(ctx, KindDeal, e.Key.ID, e.Version, deal); err != nil {
				return err
			}
		}
	}
	return nil
}

// DealsFile collects the records of finished deals.
type DealsFile struct {
	records [][]byte // latest first
	matches int
	room    int // in bytes
	full    bool
}

// NewDealsFile returns an empty file.
func NewDealsFile() *DealsFile { return &DealsFile{room: chat.MaxFile - len("[]\n")} }

// Deals returns how many deals the file has.
func (f *DealsFile) Deals() int { return len(f.records) }

// Matches returns how many matches the file has.
func (f *DealsFile) Matches() int { return f.matches }

// IsFull reports whether a match was left out.
func (f *DealsFile) IsFull() bool { return f.full }

// File returns a JSON array of the records, oldest first.
func (f *DealsFile) File(name string) *chat.File {
	deals := slices.Clone(f.records)
	slices.Reverse(deals)
	text := slices.Concat([]byte("["), bytes.Join(deals, []byte(",\n")), []byte("]\n"))
	return &chat.File{Name: name, Type: "application/json", Data: text}
}

// Add adds the table's deals up to the number, or none.
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
		deal, err := match.ExportDeal(doc.Data)
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
