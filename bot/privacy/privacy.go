// Package privacy tells people what is kept of them and forgets them. It goes round the
// Holders, of which each does both for the documents of its own kinds. Start at Holder,
// then Eraser.
package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
)

// Holder keeps something of people.
type Holder interface {
	// Kinds are the kinds of documents that it keeps, with those that hold nothing of
	// anybody.
	Kinds() []keep.Kind
	// Tell adds to the disclosure what is kept of whom it is for. The error is the
	// store's, or that a document can't be read.
	Tell(ctx context.Context, d *keep.Disclosure) error
	// Erase takes out all that is kept of somebody whom nobody listens to any more. It
	// may be done again, and finds nothing to do then. What it returns as last, unless
	// that is nil, is to be called when all other holders have erased, too. The error
	// is the store's, or that a document can't be read.
	Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error)
}

// Holders are all Holders, in the order in which somebody is erased from them.
type Holders []Holder

// Kinds are all kinds of documents.
func (hs Holders) Kinds() (all []keep.Kind) {
	for _, h := range hs {
		all = append(all, h.Kinds()...)
	}
	return all
}

// kindsOf names the holder in an error: by its kinds that have to do with people.
func kindsOf(h Holder) string {
	var all []string
	for _, k := range h.Kinds() {
		if k.Stays == "" || k.Untold == "" {
			all = append(all, k.Name)
		}
	}
	return strings.Join(all, ", ")
}

// erase erases somebody from all of them.
func (hs Holders) erase(ctx context.Context, x chat.Identity) error {
	var lasts []func(context.Context) error
	for _, h := range hs {
		last, err := h.Erase(ctx, x)
		if err != nil {
			return fmt.Errorf("bot: erase from %s: %w", kindsOf(h), err)
		}
		if last != nil {
			lasts = append(lasts, last)
		}
	}
	for _, last := range lasts {
		if err := last(ctx); err != nil {
			return fmt.Errorf("bot: erase what came since: %w", err)
		}
	}
	return nil
}

// exportFile and exportFormat are the names of the file that tells somebody what
// is stored of them, and of its form.
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
		switch string(data) {
		case "null", "[]", "{}", "0":
			if !slices.Contains(always, name) {
				continue
			}
		}
		all = append(all, fmt.Appendf(nil, "%q:%s", name, data))
	}
	return slices.Concat([]byte("{"), bytes.Join(all, []byte(",")), []byte("}")), nil
}

// Export is a file of all that is kept of whom the disclosure is for. Errors are those of
// Holder.Tell.
func (hs Holders) Export(ctx context.Context, d *keep.Disclosure, now time.Time) (*chat.File, error) {
	for _, h := range hs {
		if err := h.Tell(ctx, d); err != nil {
			return nil, fmt.Errorf("bot: export %s: %w", kindsOf(h), err)
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
