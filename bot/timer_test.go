package bot_test

import (
	"encoding/json"
	"testing/synctest"
	"time"

	"tarockbot/storage"
)

const day = 24 * time.Hour

// seatPaced begins a match of the pace and returns its code, and who is waited for.
func (w *world) seatPaced(pace string) (id, who string) {
	w.t.Helper()
	id = w.seat("anna", "bert", "spieleversum 2 "+pace)
	synctest.Wait()
	return id, w.onTurn(id, "anna", "bert")
}

// onTurn is the first of the people who is waited for.
func (w *world) onTurn(id string, people ...string) string {
	w.t.Helper()
	for _, who := range people {
		if s := w.hand(who, id); move(s) != "" {
			return who
		}
	}
	w.t.Fatal("nobody is waited for")
	return ""
}

// stored reads the document into v.
func (w *world) stored(kind, id string, v any) {
	w.t.Helper()
	doc, err := w.store.Get(w.t.Context(), storage.Key{Kind: kind, ID: id})
	if err == nil {
		err = json.Unmarshal(doc.Data, v)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
