package bot_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// TestHistoryExportIsBounded: where there is more than a file takes, the latest
// matches are in it.
func TestHistoryExportIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("spieleversum 2", "anna", "bert")
	w.play("anna", "bert")
	w.jump(time.Hour)
	id := w.seat("spieleversum 2", "anna", "bert")
	w.play("anna", "bert")
	for doc, err := range w.store.Scan(w.ctx, "deal", "", "") {
		if err != nil {
			t.Fatal(err)
		}
		long := fmt.Sprintf(`"proof":{"pad":%q,`, strings.Repeat("x", chat.MaxFile*2/5))
		doc.Data = bytes.Replace(doc.Data, []byte(`"proof":{`), []byte(long), 1)
		if err := w.store.Commit(w.ctx, doc); err != nil {
			t.Fatal(err)
		}
	}
	a := w.mustSay("anna", "history export")
	if a.File == nil || len(a.File.Data) > chat.MaxFile || !contains(said("history.file.more"))(*a.Screen) {
		t.Fatalf("%+v", a.Screen)
	}
	records, err := engine.ParseRecords(a.File.Data)
	if err != nil || len(records) != 2 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	var last engine.Record
	if w.read("deal", id+"-2", &last); cards(last.Deck) != cards(records[1].Deck) {
		t.Error("it isn't the last deal")
	}
}

func cards[T interface{ String() string }](deck []T) string {
	var b strings.Builder
	for _, c := range deck {
		b.WriteString(c.String() + " ")
	}
	return b.String()
}
