package bot_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// exported are the records in the file that the person gets.
func (w *world) exported(who string) []engine.Record {
	w.t.Helper()
	records, err := engine.ParseRecords(w.mustSay(who, "history export").File.Data)
	if err != nil {
		w.t.Fatal(err)
	}
	return records
}

// TestHistoryExport: the file has the records of all finished deals, those of the match that goes on as well, the oldest
// first, as anybody can check them; and nothing of a deal that is being played.
func TestHistoryExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("anna", "bert", "spieleversum 2")
	w.play("anna", "bert")
	w.now.Add(60)
	w.seat("bert", "anna", "bamberger 4")
	w.mustSay("anna", "resign yes")
	records := w.exported("anna")
	for i, rules := range []string{"kosakeln/spieleversum", "kosakeln/spieleversum", "kosakeln/bamberger"} {
		game, _ := games.ByRules(rules)
		if len(records) != 3 || records[i].Rules != rules || records[i].Result == nil {
			t.Fatalf("record %d of %d isn't of a finished deal of %s", i+1, len(records), rules)
		}
		if deal, err := engine.Replay(game, records[i]); err != nil || !slices.Equal(deal.Result().Score, records[i].Result.Score) {
			t.Errorf("record %d: %v", i+1, err)
		}
	}
}

// TestHistoryExportIsBounded: where there is more than a file takes, the latest
// matches are in it.
func TestHistoryExportIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("anna", "bert", "spieleversum 2")
	w.play("anna", "bert")
	w.pass(time.Hour)
	id := w.seat("anna", "bert", "spieleversum 2")
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

// past is a finished match as the store keeps it.
type past struct {
	Table  string    `json:"table"`
	Rules  string    `json:"rules"`
	Ended  time.Time `json:"ended"`
	People []string  `json:"people"`
	Seat   int       `json:"seat"`
	Totals []int     `json:"totals"`
	Won    bool      `json:"won"`
	Drawn  bool      `json:"drawn,omitempty"`
	Deals  int       `json:"deals"`
	Chat   string    `json:"chat,omitempty"`
}

// accountOf is the id of the person as the store has it.
func (w *world) accountOf(who string) (id string) {
	w.t.Helper()
	w.mustSay(who, "games")
	w.read("identity", string(user(who)), &id)
	return id
}

// buttonsFor are the matches that the page has buttons for, in their order.
func buttonsFor(s chat.Screen) (tables []string) {
	for _, l := range lines(s) {
		if code, is := strings.CutPrefix(l, "replay "); is {
			tables = append(tables, strings.TrimSuffix(code, "-1"))
		}
	}
	return tables
}

// TestHistoryPages: pages are turned over from match to match, there and back, also
// through a history that is of two accounts.
func TestHistoryPages(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("other"))
	anna := w.accountOf("anna")
	there := chat.UserID("other:anna")
	w.must(there, "games")
	w.link(user("anna"), there)
	var also string
	w.read("identity", string(there), &also)
	var all []string
	for i := range 25 {
		code := fmt.Sprintf("%c%c222222", 'a'+i/10, 'a'+i%10)
		who := anna
		if i%3 == 0 {
			who = also
		}
		p := past{Table: code, Rules: "kosakeln/bamberger", Ended: time.Unix(1_700_000_000+int64(i)/2*60, 0), People: []string{who, ""}, Totals: []int{1, -1}, Won: i%5 > 0, Deals: 1}
		data, _ := json.Marshal(p)
		id := fmt.Sprintf("%s|%s|%s", who, p.Ended.UTC().Format("20060102T150405.000"), code)
		if err := w.store.Commit(w.ctx, storage.Doc{Key: storage.Key{Kind: "history", ID: id}, Data: data}); err != nil {
			t.Fatal(err)
		}
		all = append([]string{code}, all...)
	}
	s := *w.mustSay("anna", "history").Screen
	pages := [][]string{all[:10], all[10:20], all[20:]}
	for i, want := range pages {
		if got := buttonsFor(s); !slices.Equal(got, want) {
			t.Fatalf("page %d lists %q, want %q", i, got, want)
		}
		if i < len(pages)-1 {
			s = *w.mustSay("anna", line(s, "history after=")).Screen
		}
	}
	if line(s, "history after=") != "" {
		t.Error("there is a page behind the last")
	}
	for _, i := range []int{1, 0} {
		s = *w.mustSay("anna", line(s, "history before=")).Screen
		if got := buttonsFor(s); !slices.Equal(got, pages[i]) {
			t.Fatalf("back on page %d there are %q, want %q", i, got, pages[i])
		}
	}
	if line(s, "history before=") != "" {
		t.Error("there is a page before the first")
	}
	if got := buttonsFor(*w.mustSay("anna", "history lost").Screen); len(got) != 5 {
		t.Errorf("lost are %q", got)
	}
}

func cards[T interface{ String() string }](deck []T) string {
	var b strings.Builder
	for _, c := range deck {
		b.WriteString(c.String() + " ")
	}
	return b.String()
}
