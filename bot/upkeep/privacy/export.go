// Package privacy exports and erases the data of a person. Each kind has a documents.Holder. Start at [Export] and
// [Eraser].
package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

const (
	exportFile   = "tarockbot-export.json"
	exportFormat = "tarockbot-export/1"
)

// exportFields orders the fields. A new field of a Holder needs a row here.
var exportFields = []string{
	"format", "made",
	"accounts", // all linked ones; the first one's settings apply
	"tables",   // running, or over for less than a day
	"rivals",
	"matches",            // finished, newest first
	"left", "rivalsLeft", // omitted for lack of room
}

var accountFields = []string{
	"user",
	"settings",
	"blocked",
	"notices",
	"codes", // expiry of codes for linking
	"standings", "styles", "digest",
	"platform",
}

var keptIfEmpty = []string{"tables", "matches", "settings"}

// encodeObject encodes the fields in the given order.
func encodeObject(order []string, fields map[string]any) (json.RawMessage, error) {
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
		isEmpty := slices.Contains([]string{"null", "[]", "{}", "0"}, string(data))
		if !isEmpty || slices.Contains(keptIfEmpty, name) {
			all = append(all, fmt.Appendf(nil, "%q:%s", name, data))
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(all, []byte(",")), []byte("}")), nil
}

// Export returns a file with everything that the holders disclose. A field that has no row above is an error.
func Export(ctx context.Context, holders []documents.Holder, d *documents.Disclosure, now time.Time) (*chat.File, error) {
	for _, h := range holders {
		if h.Disclose != nil {
			if err := h.Disclose(ctx, d); err != nil {
				return nil, fmt.Errorf("bot: export %s: %w", h.Kind, err)
			}
		}
	}
	var accounts []json.RawMessage
	for i, fields := range d.PerAccount {
		fields["user"] = d.Accounts[i].User
		account, err := encodeObject(accountFields, fields)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, account)
	}
	d.Fields["format"], d.Fields["made"], d.Fields["accounts"] = exportFormat, now.UTC(), accounts
	whole, err := encodeObject(exportFields, d.Fields)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := json.Indent(&file, append(whole, '\n'), "", "  "); err != nil {
		return nil, fmt.Errorf("bot: export: %w", err)
	}
	return &chat.File{Name: exportFile, Type: "application/json", Data: file.Bytes()}, nil
}
