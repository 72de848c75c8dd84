// Package privacy tells people what is kept of them and forgets them. It goes round the
// Holders, which the packages have for the kinds of documents that are theirs. Start at
// Export and Eraser.
package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
)

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

// Export is a file of all that the holders keep of whom the disclosure is for. Errors are
// those of keep.Holder.
func Export(ctx context.Context, holders []keep.Holder, d *keep.Disclosure, now time.Time) (*chat.File, error) {
	for _, h := range holders {
		if h.Tell == nil {
			continue
		}
		if err := h.Tell(ctx, d); err != nil {
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
