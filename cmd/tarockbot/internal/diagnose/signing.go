package diagnose

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"tarockbot/bot/documents"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/engine/fair"
)

// examineSigningKey notes a missing or new key, which is no fault.
func (d *diagnosis) examineSigningKey(ctx context.Context, c config.Config, keyFile string, raw stores.Snapshot) error {
	known, err := tables.Keys{Store: documents.New(raw, documents.Options{})}.All(ctx)
	if err != nil {
		return err
	}
	key, err := keys.SigningKeyFile{Path: keyFile, Environ: c.Environ}.Read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		without := "the next start makes another key to sign deals with"
		if location.IsDatabase(c.Data) {
			without = "all nodes need the same key to sign deals with"
		}
		d.notes = append(d.notes, fmt.Sprintf("%s: is missing; %s, and deals signed earlier can still be checked", keyFile, without))
	case err != nil:
		d.setupFaults = append(d.setupFaults, report.ErrorLine(err))
	case !tables.ContainsKey(known, fair.KeyOf(key)):
		d.notes = append(d.notes, fmt.Sprintf("%s: this key has signed nothing here yet", keyFile))
	}
	return nil
}
