package bot

import (
	"fmt"

	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// tableDoc makes the document that stores the table.
func tableDoc(t *match.Table, version int64) (storage.Doc, error) {
	data, err := t.Encode()
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", tables.KindTable, err)
	}
	return storage.Doc{Key: storage.Key{Kind: tables.KindTable, ID: string(t.ID)}, Version: version, Data: data}, nil
}
