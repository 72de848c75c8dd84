package bot_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
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
func (w *world) exported(who, line string) ([]engine.Record, *chat.Screen) {
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
	t.Parallel()
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

// remembers stores a match as one of somebody's history.
func (w *world) remembers(who string, p past) {
	w.t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		w.t.Fatal(err)
	}
	id := fmt.Sprintf("%s|%s|%s", w.accountOf(who), p.Ended.UTC().Format("20060102T150405.000"), p.Table)
	if err := w.store.Commit(w.ctx, storage.Doc{Key: storage.Key{Kind: "history", ID: id}, Data: data}); err != nil {
		w.t.Fatal(err)
	}
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

// TestHistoryFilters: matches are found by game, opponent, place, outcome and
// month, by what is typed in either language and by what is pressed.
func TestHistoryFilters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	anna, bert, carl := w.accountOf("anna"), w.accountOf("bert"), w.accountOf("carl")
	day := func(month, day int) time.Time { return time.Date(2026, time.Month(month), day, 23, 30, 0, 0, time.UTC) }
	two := func(other string) []string { return []string{anna, other} }
	for _, p := range []past{
		{"aaaa2222", "kosakeln/bamberger", day(9, 30), two(bert), 0, []int{3, -3}, true, false, 2, string(channel)}, // October in Vienna
		{"bbbb2222", "strohmandeln/classic", day(10, 2), two(bert), 0, []int{-1, 1}, false, false, 2, ""},
		{"cccc2222", "illustrated/loew", day(10, 9), []string{carl, anna, bert}, 1, []int{0, 0, 0}, true, true, 3, string(channel)},
		{"dddd2222", "kosakeln/spieleversum", day(11, 1), two(carl), 0, []int{5, -5}, true, false, 2, ""},
		{"eeee2222", "kosakeln/spieleversum", day(11, 2), two(""), 0, []int{-5, 5}, false, false, 2, ""},
	} {
		w.remembers("anna", p)
	}
	for line, want := range map[string]string{
		"history":                             "e d c b a",
		"history kosakeln":                    "e d a",
		"history illustrated":                 "c",
		"verlauf illustriertes tarock":        "c",
		"history @bert":                       "c b a",
		"history won bert":                    "a",
		"history @carl kosakeln":              "d",
		"history here":                        "c a",
		"history won":                         "d a",
		"history drawn":                       "c",
		"verlauf verloren":                    "e b",
		"history 2026-10":                     "c b a",
		"history won 2026-10 @bert here":      "a",
		"history lost here":                   "",
		"history kosakeln lost @bert 2026-11": "",
	} {
		s := *w.mustSay("anna", line).Screen
		var got []string
		for _, code := range buttonsFor(s) {
			got = append(got, code[:1])
		}
		if strings.Join(got, " ") != want || want == "" && !contains(said("history.none"))(s) {
			t.Errorf("%q lists %q, want %q:\n%s", line, got, want, text(s))
		}
	}
	w.refuses("anna", "history nonsense", "no-term", "Term", "nonsense")
	for line, twice := range map[string]string{"history won lost": "lost", "history kosakeln illustrated": "illustrated", "history 2026-10 2026-11": "2026-11"} {
		w.refuses("anna", line, "one-filter", "Term", twice)
	}
	w.chat = ""
	for _, line := range []string{"history here", "leaderboard here"} { // in private nothing counts
		w.refuses("anna", line, "nowhere-here", "Term", "here")
	}
	w.chat = channel
	w.refuses("anna", "history @nobody", "no-person", "Name", "nobody")

	s := *w.mustSay("anna", "history @bert").Screen
	for _, press := range []string{"history kosakeln @bert", "history kosakeln @bert won", "history kosakeln @bert won here"} {
		if !slices.Contains(lines(s), press) {
			t.Fatalf("%q isn't offered: %q", press, lines(s))
		}
		s = *w.mustSay("anna", press).Screen
	}
	if got := buttonsFor(s); !slices.Equal(got, []string{"aaaa2222"}) || !slices.Contains(lines(s), "history kosakeln @bert here") {
		t.Errorf("in the end there are %q, and to press %q", got, lines(s))
	}
}

// TestHistoryTellsRatings: beside a match stands what it has made of the rating, if it
// was rated, and the code by which it can be looked at.
func TestHistoryTellsRatings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rated := w.seat("anna", "bert", "bamberger 2")
	w.mustSay("bert", line(*w.mustSay("bert", "leave").Screen, "leave "))
	w.now.Add(60)
	friendly := w.seat("anna", "bert", "bamberger 2 rated=off")
	w.mustSay("bert", line(*w.mustSay("bert", "leave").Screen, "leave "))
	for who, change := range map[string]string{"anna": "1662? (+162)", "bert": "1338? (−162)"} {
		s := strings.Split(text(*w.mustSay(who, "history").Screen), "\n")
		if len(s) < 3 || !strings.HasSuffix(s[1], " · "+friendly) || strings.Contains(s[1], "Rating") ||
			!strings.HasSuffix(s[2], " · Rating "+change+" · "+rated) {
			t.Errorf("%s reads %q", who, s)
		}
	}
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
