package bot_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// exported are the records in the file that the person gets.
func (w *world) exported(who, line string) ([]engine.Record, *bot.Screen) {
	w.t.Helper()
	a := w.mustSay(who, line)
	if a.File == nil || a.Screen == nil {
		w.t.Fatalf("%q is answered %+v", line, a)
	}
	records, err := engine.ParseRecords(a.File.Data)
	if err != nil {
		w.t.Fatal(err)
	}
	return records, a.Screen
}

// TestHistoryExport: the file has the records of all finished deals, those of the
// match that goes on as well, the oldest first, as anybody can check them; and
// nothing of a deal that is being played.
func TestHistoryExport(t *testing.T) {
	w := newWorld(t)
	w.mustSay("anna", "help")
	w.refuses("anna", "history export", "no-records")
	w.seat("anna", "bert", "spieleversum 2")
	w.play("anna", "bert")
	w.now.Add(60)
	id := w.seat("bert", "anna", "bamberger 4")
	w.mustSay("anna", line(*w.mustSay("anna", "resign").Screen, "resign "))
	for range 3 {
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
	}
	var now struct{ Deal engine.Record }
	w.read("table", id, &now)

	records, page := w.exported("anna", "history export")
	for i, rules := range []string{"kosakeln/spieleversum", "kosakeln/spieleversum", "kosakeln/bamberger"} {
		if i >= len(records) || records[i].Rules != rules {
			t.Fatalf("%d records; number %d isn't of %s", len(records), i+1, rules)
		}
		game, _ := games.ByRules(rules)
		deal, err := engine.Replay(game, records[i])
		if err != nil || records[i].Result == nil || !reflect.DeepEqual(deal.Result().Score, records[i].Result.Score) {
			t.Errorf("record %d: %v", i+1, err)
		}
		if cards(records[i].Deck) == cards(now.Deal.Deck) {
			t.Error("the deal that is being played is in it")
		}
	}
	for _, want := range []string{said("history.file.running"), "3 deals of 2 matches"} {
		if !contains(want)(*page) {
			t.Errorf("%q is missing in\n%s", want, text(*page))
		}
	}
	if german, _ := w.exported("bert", "verlauf exportieren"); len(german) != len(records) {
		t.Errorf("bert gets %d records", len(german))
	}
}

// TestHistoryExportIsBounded: where there is more than a file takes, the latest
// deals are in it.
func TestHistoryExportIsBounded(t *testing.T) {
	w := newWorld(t)
	id := w.seat("anna", "bert", "spieleversum 2")
	w.play("anna", "bert")
	for doc, err := range w.store.Scan(w.ctx, "deal", "", "") {
		if err != nil {
			t.Fatal(err)
		}
		doc.Data = append(bytes.Repeat([]byte(" "), bot.MaxFile*2/3), doc.Data...)
		if err := w.store.Commit(w.ctx, doc); err != nil {
			t.Fatal(err)
		}
	}
	a := w.mustSay("anna", "history export")
	if a.File == nil || len(a.File.Data) > bot.MaxFile || !contains(said("history.file.more"))(*a.Screen) {
		t.Fatalf("%+v", a.Screen)
	}
	records, err := engine.ParseRecords(a.File.Data)
	if err != nil || len(records) != 1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	var last engine.Record
	if w.read("deal", id+"-2", &last); cards(last.Deck) != cards(records[0].Deck) {
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
