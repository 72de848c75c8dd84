// Package privacy exports what is stored of a person, and erases it. Each kind of documents has a documents.Holder,
// which does both for its documents. Start at Export and Eraser.
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

// The name of an export's file, and the name and version of its format.
const (
	exportFile   = "tarockbot-export.json"
	exportFormat = "tarockbot-export/1"
)

// exportFields lists the fields of an export, in their order. A new field of a Holder needs a row here.
var exportFields = []string{
	"format", "made",
	"accounts", // all that are linked; the settings of the first count
	"tables",   // running ones, and those that ended within a day
	"rivals",
	"matches",            // finished ones, newest first; `history export` gives their deals
	"left", "rivalsLeft", // how many matches and rivals had no room
}

// accountFields lists the fields of one account, in their order. A new field of a Holder needs a row here.
var accountFields = []string{
	"user",
	"settings", // as stored: name, languages, choices
	"blocked",
	"notices", // not delivered yet, by kind
	"codes",   // when codes for linking expire
	"standings", "styles", "digest",
	"platform", // what the platform remembers
}

// fieldsIfEmpty lists the fields that an export has even if they are empty.
var fieldsIfEmpty = []string{"tables", "matches", "settings"}

// object encodes the fields as a JSON object in the order. A field that the order lacks is an error.
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
		isEmpty := slices.Contains([]string{"null", "[]", "{}", "0"}, string(data))
		if !isEmpty || slices.Contains(fieldsIfEmpty, name) {
			all = append(all, fmt.Appendf(nil, "%q:%s", name, data))
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(all, []byte(",")), []byte("}")), nil
}

// Export returns a file with all that the holders disclose of the person. Errors are the holders', or tell a field
// without a place.
func Export(ctx context.Context, holders []documents.Holder, d *documents.Disclosure, now time.Time) (*chat.File, error) {
	for _, h := range holders {
		if h.Disclose != nil {
			if err := h.Disclose(ctx, d); err != nil {
				return nil, fmt.Errorf("bot: export %s: %w", h.Kind, err)
			}
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
	whole, err := object(exportFields, d.Fields)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := json.Indent(&file, append(whole, '\n'), "", "  "); err != nil {
		return nil, fmt.Errorf("bot: export: %w", err)
	}
	return &chat.File{Name: exportFile, Type: "application/json", Data: file.Bytes()}, nil
}
