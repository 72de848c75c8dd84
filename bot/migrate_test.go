package bot_test

import (
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

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

// TestVersion5Data: testdata/version5.db.gz is what the last bot has left that kept no
// tally of its documents, at version 5: matches of each game that are over, some that
// go on, a challenge. With it everybody goes on, and all of it is well.
func TestVersion5Data(t *testing.T) {
	t.Parallel()
	path := unpackedFile(t, "version5.db.gz")
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
		w.began, w.net.AcceptsForeignRefs = 1_800_000_000, true
		w.ids.Store(1 << 20) // not those of then
	})
	goesOn(w, "hkfbnpzz", false, "fake:anna", "fake:bert")
	goesOn(w, "6tj4dw3u", false, "fake:carl", "fake:dora")
	goesOn(w, "5nv3c29a", false, "fake:anna", "fake:bert", "fake:carl")
	w.mustSay("fake:anna", "accept wg84cbgm") // emil's challenge
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	w.audited()
	report, err := doctor.Examine(t.Context(), store, bot.Forms())
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
func goesOn(w *world, id string, draft bool, people ...string) {
	w.t.Helper()
	moved, chosen := false, false
	for _, u := range people {
		hand := *w.mustSay(u, "hand "+id).Screen
		chosen = chosen || hand.Choice != nil && slices.ContainsFunc(hand.Choice.Options,
			func(o chat.Option) bool { return o.Chosen && !o.Fixed })
		if m := move(hand); m != "" && !moved {
			w.mustSay(u, m)
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
	w := startFirstEdition(t)
	var before, after int
	w.read("meta", "version", &before)
	w.restart()
	if w.read("meta", "version", &after); after != before || before == 0 {
		t.Errorf("the data's version was %d and is %d", before, after)
	}
	if log := w.log.String(); strings.Count(log, "data migrated") != 1 {
		t.Errorf("not migrated once:\n%s", log)
	}
}

// TestOtherData: a bot keeps its hands off the data of a newer one, and off those that
// are too old for it.
func TestOtherData(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]error{"9999": documents.ErrNewerData, "4": documents.ErrTooOld, "": documents.ErrTooOld} {
		w := newWorld(t)
		w.seat("bamberger 2", "anna", "bert")
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		var data []byte // none
		if version != "" {
			data = []byte(version)
		}
		w.put("meta", "version", data)
		w.unchanged("other data", func() {
			b, err := bot.New(bot.Config{Store: w.store, Log: w.log.Logger(), Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			_, examined := doctor.Examine(t.Context(), w.store, bot.Forms())
			_, audited := doctor.Audit(t.Context(), w.store, time.Now())
			for _, err := range []error{b.Run(t.Context()), examined, audited} {
				if !errors.Is(err, want) || !strings.Contains(err.Error(), "version is "+cmp.Or(version, "0")) {
					t.Errorf("version %q: ended with %v", version, err)
				}
			}
		})
	}
}

// startFirstEdition is a bot over testdata/firstedition.db.gz, which the last bot has
// left that settled deals by the first edition of the rules: eight matches of anna
// with bert, carl and dora, two of which go on. In them are deals that somebody left
// in each game, with much announced, and deals of Löw with an announced 40.
func startFirstEdition(t *testing.T) *world {
	t.Helper()
	return startWorld(t, unpacked(t, "firstedition.db.gz"), func(w *world) { w.net.AcceptsForeignRefs, w.began = true, 1_800_000_490 })
}

var (
	scoreLine   = regexp.MustCompile(`(?m)^In all: .*$`)
	scoreInLine = regexp.MustCompile(`[+−±]?\d+(?: ·|$)`)
)

// scoresIn are the signed numbers of the last line that tells scores.
func scoresIn(text string) (scores []int) {
	lines := scoreLine.FindAllString(text, -1)
	for _, n := range scoreInLine.FindAllString(append(lines, "")[max(0, len(lines)-1)], -1) {
		score, _ := strconv.Atoi(strings.NewReplacer("−", "-", "±", "", " ·", "").Replace(n)) // 0 shows as a difference
		scores = append(scores, score)
	}
	return scores
}

// TestOlderEditionStays: deals that an older edition of the rules has settled are shown as they were settled, wherever
// somebody looks at them, and nothing is amiss. The file of somebody's deals says by which edition each was settled, so
// that whoever replays them doesn't find fault.
func TestOlderEditionStays(t *testing.T) {
	t.Parallel()
	w := startFirstEdition(t)
	records, err := engine.ParseRecords(w.mustSay("anna", "history export").File.Data)
	deals := w.finishedDeals()
	for _, code := range []string{"2ssttdu2-1", "2ssttdu2-2", "hwnmz7dq-1", "dbhswesg-1", "u7d287tc-1", "4c784uy8-2"} {
		if deal, err := games.Replay(deals[code]); err != nil || deal.Result().Matches(*deals[code].Result) {
			t.Errorf("%s is settled as before: that tries nothing: %v", code, err)
		}
	}
	for code, r := range deals {
		shown := text(*w.mustSay("dora", fmt.Sprintf("replay %s %d", code, len(r.Actions))).Screen)
		if got := scoresIn(shown); !slices.Equal(got, r.Result.Score) {
			t.Errorf("%s was settled %d, and is shown as %d:\n%s", code, r.Result.Score, got, shown)
		}
		deal, err := games.Recall(r)
		if err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]*engine.Result{"result": deal.Result(), "table": deal.PublicView().Result, "copy": deal.Clone().View(0).Result} {
			if !got.Matches(*r.Result) {
				t.Errorf("%s was settled %+v, its %s has %+v", code, r.Result, what, got)
			}
		}
	}
	for _, r := range records {
		edition := r.Edition
		r.Edition = 0
		if edition != engine.FirstEdition || !slices.ContainsFunc(slices.Collect(maps.Values(deals)), func(x engine.Record) bool { return reflect.DeepEqual(x, r) }) {
			t.Errorf("the file has a deal that isn't stored, or of edition %d: %+v", edition, r.Result)
		}
	}
	if err != nil || len(records) == 0 || len(deals) != 20 {
		t.Errorf("%d deals are stored, and %d in the file: %v", len(deals), len(records), err)
	}
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	w.audited()
	report, err := doctor.Examine(t.Context(), w.store, bot.Forms())
	if err != nil || len(report.Faults) > 0 || report.Older != len(deals) {
		t.Errorf("examined: %v, %d settled by older rules, want %d; %q", err, report.Older, len(deals), report.Faults)
	}
}
