package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
)

// fileMakers is how many files are made at a time: each takes several times its size
// while it is.
const fileMakers = 2

// fileWait is how long somebody waits for others' files to be made.
const fileWait = time.Second

// Files holds one thing for each file that is being made.
type Files chan struct{}

// NewFiles has room for as many as are made at a time.
func NewFiles() Files { return make(Files, fileMakers) }

// Begin begins to make a file, when few enough are being made, until free is called. The
// error is a refusal, or that ctx has ended.
func (f Files) Begin(ctx context.Context) (free func(), err error) {
	late := time.NewTimer(fileWait)
	defer late.Stop()
	select {
	case f <- struct{}{}:
		return func() { <-f }, nil
	case <-late.C:
		return nil, chat.Refuse("files-busy")
	case <-ctx.Done():
		return nil, fmt.Errorf("bot: file: %w", ctx.Err())
	}
}

// dealsFile is what the file with a person's deals is called.
const dealsFile = "tarock-history.json"

// Deals are the records of somebody's deals on their way into a file.
type Deals struct {
	Matches int  // of which it has deals
	Full    bool // there was no room for one

	all  [][]byte // the latest first
	room int      // bytes that are left
}

// NewDeals is a file of none.
func NewDeals() *Deals { return &Deals{room: chat.MaxFile - len("[]\n")} }

// Count is how many there are.
func (f *Deals) Count() int { return len(f.all) }

// File is an array of the records, the oldest first.
func (f *Deals) File() *chat.File {
	deals := slices.Clone(f.all)
	slices.Reverse(deals)
	text := slices.Concat([]byte("["), bytes.Join(deals, []byte(",\n")), []byte("]\n"))
	return &chat.File{Name: dealsFile, Type: "application/json", Data: text}
}

// Add adds the records of the match's deals that are over, the latest first, as far as
// there is room. The error is the store's.
func (f *Deals) Add(ctx context.Context, store *keep.Store, p match.Past) error {
	before := len(f.all)
	for n := p.Deals; n > 0; n-- {
		doc, err := store.Get(ctx, storage.Key{Kind: tables.KindDeal, ID: match.DealID(p.Table, n)})
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("bot: history: %w", err)
		}
		record := withEdition(doc.Data)
		f.room -= len(record) + len(",\n")
		if f.Full = f.room < 0; f.Full {
			break
		}
		f.all = append(f.all, record)
	}
	if len(f.all) > before {
		f.Matches++
	}
	return nil
}

// withEdition is a finished deal's record that says by which edition of the rules it was
// settled, which the first ones don't: so that whoever replays it doesn't expect what
// today's rules make of it.
func withEdition(record []byte) []byte {
	var of struct{ Edition int }
	if json.Unmarshal(record, &of) != nil || of.Edition != 0 {
		return record
	}
	return fmt.Appendf(slices.Clip(record[:len(record)-1]), `,"edition":%d}`, engine.FirstEdition)
}
