// Package privacy tells people what is kept of them and forgets them, by the Holders that packages have for
// their kinds of documents. Start at Export and Eraser.
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
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// exportFile and exportFormat are the names of the file with what is stored of somebody, and its form.
const (
	exportFile   = "tarockbot-export.json"
	exportFormat = "tarockbot-export/1"
)

// fields are the names of an export's fields, in their order.
var fields = []string{
	"format", "made",
	"accounts", // of linked ones, all; the first one's settings count
	"tables",   // that go on, or ended a day ago at most
	"rivals",
	"matches",            // that are over, newest first; `history export` gives their deals
	"left", "rivalsLeft", // for how many matches, and rivals, there was no room
}

// accountFields are those of one identity, in their order.
var accountFields = []string{
	"user",
	"settings", // as stored: name, languages, what was chosen
	"blocked",
	"notices", // that were not told yet, by kind
	"codes",   // until when codes for linking are good
	"standings", "styles", "digest",
	"platform", // what the platform itself remembers
}

// always are the fields that are there also if there is nothing in them.
var always = []string{"tables", "matches", "settings"}

// object is the JSON object with the fields that are in the order.
func object(order []string, fields map[string]any) (json.RawMessage, error) {
	for name := range fields {
		if !slices.Contains(order, name) {
			return nil, fmt.Errorf("bot: export: there is no field %s", name)
		}
	}
	var all [][]byte
	for _, name := range order {
		data, err := json.Marshal(fields[name])
		if err != nil {
			return nil, fmt.Errorf("bot: export %s: %w", name, err)
		}
		if nothing := []string{"null", "[]", "{}", "0"}; slices.Contains(nothing, string(data)) && !slices.Contains(always, name) {
			continue
		}
		all = append(all, fmt.Appendf(nil, "%q:%s", name, data))
	}
	return slices.Concat([]byte("{"), bytes.Join(all, []byte(",")), []byte("}")), nil
}

// Export is a file of what the holders keep of the disclosure's person. Errors are documents.Holder's.
func Export(ctx context.Context, holders []documents.Holder, d *documents.Disclosure, now time.Time) (*chat.File, error) {
	for _, h := range holders {
		if h.Disclose == nil {
			continue
		}
		if err := h.Disclose(ctx, d); err != nil {
			return nil, fmt.Errorf("bot: export %s: %w", h.Kind, err)
		}
	}
	var accounts []json.RawMessage
	for i, own := range d.Each {
		own["user"] = d.Accounts[i].User
		account, err := object(accountFields, own)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, account)
	}
	d.Fields["format"], d.Fields["made"], d.Fields["accounts"] = exportFormat, now.UTC(), accounts
	whole, err := object(fields, d.Fields)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := json.Indent(&file, append(whole, '\n'), "", "  "); err != nil {
		return nil, fmt.Errorf("bot: export: %w", err)
	}
	return &chat.File{Name: exportFile, Type: "application/json", Data: file.Bytes()}, nil
}

// fileMakers is how many files are made at a time: each takes several times its size meanwhile.
const fileMakers = 2

// fileWait is how long somebody waits for others' files to be made.
const fileWait = time.Second

// Files holds one thing for each file that is being made.
type Files chan struct{}

// NewFiles has room for as many as are made at a time.
func NewFiles() Files { return make(Files, fileMakers) }

// Begin waits until a file may be made, until free is called. Errors: a refusal, or that ctx has ended.
func (f Files) Begin(ctx context.Context) (free func(), err error) {
	select {
	case f <- struct{}{}:
		return func() { <-f }, nil
	case <-time.After(fileWait):
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

	All  [][]byte // the latest first
	room int      // bytes that are left
}

// NewDeals is a file of none.
func NewDeals() *Deals { return &Deals{room: chat.MaxFile - len("[]\n")} }

// File is an array of the records, the oldest first.
func (f *Deals) File() *chat.File {
	deals := slices.Clone(f.All)
	slices.Reverse(deals)
	text := slices.Concat([]byte("["), bytes.Join(deals, []byte(",\n")), []byte("]\n"))
	return &chat.File{Name: dealsFile, Type: "application/json", Data: text}
}

// Add adds the match's deals that are over, the latest first, while there is room. Errors are the store's.
func (f *Deals) Add(ctx context.Context, store *documents.Store, p match.Past) error {
	before := len(f.All)
	for n := p.Deals; n > 0; n-- {
		doc, err := store.Get(ctx, storage.Key{Kind: tables.KindDeal, ID: match.DealID(p.Table, n)})
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
		f.room -= len(deal) + len(",\n")
		if f.Full = f.room < 0; f.Full { // a part of a match can't be checked
			f.All = f.All[:before]
			break
		}
		f.All = append(f.All, deal)
	}
	if len(f.All) > before {
		f.Matches++
	}
	return nil
}
