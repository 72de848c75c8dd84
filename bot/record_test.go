package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"tarockbot/engine"
	"tarockbot/storage"
)

// stored is what a test reads of a stored table.
type stored struct {
	Stage string            `json:"stage"`
	Done  []json.RawMessage `json:"done"`
	Deal  *engine.Record    `json:"deal"`
}

// read reads a document; false if there is none.
func (w *world) read(kind, id string, v any) bool {
	w.t.Helper()
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: kind, ID: id})
	if errors.Is(err, storage.ErrNotFound) {
		return false
	}
	if err == nil {
		err = json.Unmarshal(doc.Data, v)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return true
}

// moves is what is stored of a deal, counted from 0.
func (w *world) moves(table string, deal int) []engine.Move {
	w.t.Helper()
	var record engine.Record
	if w.read("deal", fmt.Sprintf("%s-%d", table, deal+1), &record) {
		return record.Actions
	}
	var t stored
	if !w.read("table", table, &t) || t.Deal == nil || len(t.Done) != deal {
		w.t.Fatalf("no deal %d at table %s", deal, table)
	}
	return t.Deal.Actions
}
