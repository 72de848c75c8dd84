package bot_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// unversioned opens a copy of testdata/unversioned.db.gz, which the last bot
// without versions of its data has written: with people of the networks fake,
// telegram and local, some of them linked; matches that are over, in two chats
// and in private; challenges; matches of each game that go on, some with a
// half-made choice; and some of everything else that was kept.
func unversioned(t testing.TB) storage.Store { return unpacked(t, "unversioned.db.gz") }

// unpacked opens a copy of a packed data file of testdata.
func unpacked(t testing.TB, name string) storage.Store { return opened(t, unpackedFile(t, name)) }

// unpackedFile is the path of such a copy.
func unpackedFile(t testing.TB, name string) string {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	data, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "data")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(file, data); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened is the store in a data file.
func opened(t testing.TB, path string) storage.Store {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// unversionedNow is when those data were written.
const unversionedNow = 1_800_367_200

// startUnversioned is a bot of now over the data of then, a few seconds later.
func startUnversioned(t testing.TB, options ...func(*world)) *world {
	t.Helper()
	return startWorld(t, unversioned(t), append([]func(*world){
		withOthers("telegram", "local"),
		withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 100_000, InputsPerChat: 100_000}),
		func(w *world) { w.net.Old = true; w.began = unversionedNow },
		func(w *world) {
			for _, n := range w.others {
				n.Old = true
			}
		},
	}, options...)...)
}

// The codes of the tables in the data, and who sits there.
var unversionedTables = []struct {
	id     string
	people []bot.UserID
	draft  bool // one of them has chosen something
}{
	{"r53n2s5x", []bot.UserID{"fake:anna", "fake:dora"}, true},
	{"k95ferbc", []bot.UserID{"fake:bert", "fake:anna"}, false},
	{"svxp2j6w", []bot.UserID{"fake:dora", "fake:emil"}, false},
	{"2362mns4", []bot.UserID{"fake:anna", "fake:bert", "fake:carl"}, true},
	{"a2phmwq7", []bot.UserID{"fake:bert", "fake:dora", "fake:emil"}, false},
	{"4t3x3jaj", []bot.UserID{"telegram:fritz"}, false},
	{"3pcq8ba6", []bot.UserID{"telegram:fritz"}, false},
}

// TestUnversionedData: with what a bot without versions has left everybody goes
// on as if nothing had been.
func TestUnversionedData(t *testing.T) {
	t.Parallel()
	w := startUnversioned(t)
	for _, table := range unversionedTables {
		w.goesOn(table.id, table.draft, table.people...)
	}
	w.must("fake:anna", "accept e2akxkxm") // emil's challenge
	w.mustSay("bert", "accept m57jhyc4")   // carl's, open to all
	for _, tt := range []struct {
		who   bot.UserID
		line  string
		shows []string
	}{
		{"telegram:anna", "settings", []string{said("settings.linked", "Names", name("fake:anna"))}},
		{"local:anna", "link", nil},
		{"fake:emil", "block", []string{"mallory"}},
		{"fake:carl", "replay 5grgnes4-1", nil},
	} {
		page := *w.must(tt.who, tt.line).Screen
		all := text(page) + strings.Join(lines(page), "\n")
		for _, part := range tt.shows {
			if !strings.Contains(all, part) {
				t.Errorf("%s's %s doesn't show %q:\n%s", tt.who, tt.line, part, all)
			}
		}
	}
	if data, err := w.bot.Notes("telegram").Read(t.Context(), "commands"); err != nil || string(data) != "as before" {
		t.Errorf("a note is %q, %v", data, err)
	}
	w.refuses("mallory", "challenge @emil", "not-now", "Name", called("emil"))
}

// TestSchema2Data: testdata/schema2.db.gz is what the last bot has left that kept no
// tally of its documents: matches of each game that are over, some that go on, a
// challenge. With it everybody goes on, and all of it is well.
func TestSchema2Data(t *testing.T) {
	t.Parallel()
	path := unpackedFile(t, "schema2.db.gz")
	looked, err := bolt.Inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	want := documentsIn(t, looked)
	if err := looked.Close(); err != nil {
		t.Fatal(err)
	}
	store := opened(t, path)
	if got := documentsIn(t, store); got != want || len(got) < 10_000 {
		t.Errorf("the documents are others: %d bytes were %d", len(got), len(want))
	}
	w := startWorld(t, store, withOthers("telegram"), withLimits(bot.Limits{TablesPerChat: 50}), func(w *world) {
		w.began, w.net.Old = 1_800_000_000, true
		w.ids.Store(1 << 20) // not those of then
	})
	w.goesOn("hkfbnpzz", false, "fake:anna", "fake:bert")
	w.goesOn("6tj4dw3u", false, "fake:carl", "fake:dora")
	w.goesOn("5nv3c29a", false, "fake:anna", "fake:bert", "fake:carl")
	w.must("fake:anna", "accept wg84cbgm") // emil's challenge
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	w.audited()
	report, err := bot.Examine(t.Context(), store)
	if err != nil || len(report.Faults) > 0 || report.Deals < 9 {
		t.Errorf("%+v, %v", report, err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := bolt.Verify(path); err != nil {
		t.Error(err)
	}
}

// documentsIn is all that is stored of what matches leave.
func documentsIn(t *testing.T, store storage.Store) string {
	t.Helper()
	var all strings.Builder
	for _, kind := range []string{"table", "deal", "person", "identity", "match", "standing", "rank", "meta", "brief", "alarm"} {
		for doc, err := range store.Scan(t.Context(), kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&all, kind, doc.Key.ID, doc.Version, string(doc.Data))
		}
	}
	return all.String()
}

// goesOn checks that the people can play on at the table.
func (w *world) goesOn(id string, draft bool, people ...bot.UserID) {
	w.t.Helper()
	moved, chosen := false, false
	for _, u := range people {
		hand := *w.must(u, "hand "+id).Screen
		chosen = chosen || hand.Choice != nil && slices.ContainsFunc(hand.Choice.Options,
			func(o bot.Option) bool { return o.Chosen && !o.Fixed })
		if m := move(hand); m != "" && !moved {
			w.must(u, m)
			moved = true
		}
	}
	if !moved || chosen != draft {
		w.t.Errorf("table %s: somebody can move: %v; a half-made choice: %v, want %v", id, moved, chosen, draft)
	}
}

// TestMigratedOnce: the next start has nothing to migrate.
func TestMigratedOnce(t *testing.T) {
	t.Parallel()
	w := startUnversioned(t)
	before := w.meta()
	w.restart()
	if after := w.meta(); after != before {
		t.Errorf("the data's version was %s and is %s", before, after)
	}
	if log := w.log.String(); strings.Count(log, "data migrated") > 1 {
		t.Errorf("migrated more than once:\n%s", log)
	}
}

// meta is what the data tell of themselves.
func (w *world) meta() string {
	w.t.Helper()
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: "meta", ID: "version"})
	if err != nil {
		w.t.Fatal(err)
	}
	return string(doc.Data)
}

// TestNewerData: a bot keeps its hands off the data of a newer one.
func TestNewerData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("anna", "bert", "bamberger 2")
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	doc, err := w.store.Get(t.Context(), storage.Key{Kind: "meta", ID: "version"})
	if err != nil {
		t.Fatal(err)
	}
	doc.Data = []byte("9999")
	if err := w.store.Commit(t.Context(), doc); err != nil {
		t.Fatal(err)
	}
	w.unchanged("a newer bot's data", func() {
		older, err := bot.New(bot.Config{Store: w.store, Log: w.log.Logger(), Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if err := older.Run(t.Context()); !errors.Is(err, bot.ErrNewerData) || !strings.Contains(err.Error(), "9999") {
			t.Errorf("Run ended with %v", err)
		}
	})
}
