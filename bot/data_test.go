package bot_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

var makeData = flag.Bool("make-data", false, "write testdata/versionN.db.gz")

// TestMakeData makes a data file with documents of every kind. Run it before you change how data is stored:
//
//	go test ./bot -run 'TestMakeData$' -make-data
func TestMakeData(t *testing.T) {
	t.Parallel()
	store := memory.New()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, store, withOthers("telegram"), withForgottenList(new(memoryForgottenList)), withHighLimits, func(w *world) {
			w.random = bottest.SeededReader(7)
		})
		fillEveryKind(w)
		must(t, w.end())
		for _, kind := range bot.Kinds() {
			if n := len(documentsOf(t, store, kind)); n == 0 && !slices.Contains([]string{"scope", "seen"}, kind) {
				t.Errorf("there is no document of the kind %s", kind)
			}
		}
		checkDoctorNamesUnreadable(t, store)
		if *makeData {
			var version int
			w.read("meta", "version", &version)
			packStore(t, store, filepath.Join("testdata", fmt.Sprintf("version%d.db.gz", version)))
		}
	})
}

func checkDoctorNamesUnreadable(t *testing.T, store storage.Store) {
	t.Helper()
	for _, kind := range bot.Kinds() {
		for whole, err := range store.Scan(t.Context(), kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			if len(whole.Data) == 0 { // a document that is only a key
				break
			}
			half := storage.Doc{Key: whole.Key, Version: whole.Version, Data: append(slices.Clone(whole.Data[:len(whole.Data)/2]), '#')}
			must(t, store.Commit(t.Context(), half))
			report, err := doctor.Examine(t.Context(), store, bot.FormChecks())
			namesDocument := func(fault string) bool { return strings.Contains(fault, whole.Key.ID) }
			if !slices.ContainsFunc(report.Faults, namesDocument) && !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("%s %s is unreadable, but the doctor finds %q, %v", kind, whole.Key.ID, report.Faults, err)
			}
			must(t, store.Commit(t.Context(), storage.Doc{Key: whole.Key, Version: whole.Version + 1, Data: whole.Data}))
			break
		}
	}
}

func TestOlderData(t *testing.T) {
	t.Parallel()
	for file, tt := range map[string]struct {
		running, minDeals int
		check             func(*world)
	}{
		"version5.db.gz": {4, 9, func(w *world) { w.mustSay("fake:anna", "accept wg84cbgm") }},
		"version7.db.gz": {6, 9, eraseZerlina},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			path := storagetest.Unpacked(t, filepath.Join("testdata", file))
			inspected, err := bolt.OpenReadOnly(path)
			if err != nil {
				t.Fatal(err)
			}
			before := dumpDocuments(t, inspected)
			must(t, inspected.Close())
			store := openBolt(t, path)
			if got := dumpDocuments(t, store); got != before || len(got) < 10_000 { // opening may add only a tally
				t.Errorf("the documents changed: %d bytes, before %d", len(got), len(before))
			}
			w := startWorld(t, store, withOthers("telegram"), withForgottenList(new(memoryForgottenList)), withHighLimits, func(w *world) {
				w.began, w.net.AcceptsForeignRefs, w.others["telegram"].AcceptsForeignRefs = 1_800_000_000, true, true
				w.ids.Store(1 << 20) // don't reuse old ids
			})
			if n := countPlayable(w); n != tt.running {
				t.Errorf("%d tables can be played, want %d", n, tt.running)
			}
			tt.check(w)
			must(t, w.end())
			w.audit()
			report, err := doctor.Examine(t.Context(), store, bot.FormChecks())
			if err != nil || len(report.Faults) > 0 || report.Deals < tt.minDeals || report.Version != report.Current {
				t.Errorf("%+v, %v", report, err)
			}
			if err := errors.Join(store.Close(), bolt.Verify(path)); err != nil {
				t.Error(err)
			}
		})
	}
}

func countPlayable(w *world) (n int) {
	w.t.Helper()
	drafts := strings.Join(keys(w.documents("draft")), " ")
	for id, data := range w.documents("table") {
		var table storedTable
		if decode(w.t, data, &table); table.Stage != "playing" {
			continue
		}
		n++
		var people []string
		for _, c := range table.Chairs {
			if c.User != "" {
				people = append(people, string(c.User))
			}
		}
		checkPlayable(w, id, strings.Contains(drafts, id), people...)
	}
	return n
}

func eraseZerlina(w *world) {
	w.t.Helper()
	if export := string(w.mustSay(zerlinaTelegram, "export").File.Data); strings.Count(export, "zerlina") < 10 {
		w.t.Errorf("zerlina's export is\n%s", export)
	}
	if s := text(*w.mustSay("hans", "history").Screen); strings.Count(s, "ida") < 4 {
		w.t.Errorf("hans's history:\n%s", s)
	}
	ids := []string{w.personOf(zerlina), w.personOf(zerlinaTelegram)}
	w.forget(zerlina)
	checkForgotten(w, ids...)
	w.mustSay("dora", "hand")
}

func withHighLimits(w *world) {
	withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 100_000, InputsPerChat: 100_000})(w)
}

func fillEveryKind(w *world) {
	w.t.Helper()
	leaveTraces(w)
	synctest.Wait()
	w.awaitChallenge() // so that w.seat ignores the one that leaveTraces left open
	w.space = server
	joined := w.in("root", "")
	joined.What = chat.EventBotJoined
	w.input(joined)
	seat := func(rules, host string, guests ...string) string {
		synctest.Wait() // the greeting must come before the challenge
		return w.seat(rules, host, guests...)
	}
	for _, line := range []string{"config lang de", "config pace 3 days", "config rules loew"} {
		in := w.in("root", line)
		in.Admin = true
		w.input(in)
	}
	for _, terms := range []string{"bamberger 2 no clock", "strohmandeln/classic", "bamberger tactical contra 2"} {
		seat(terms, "hans", "ida")
		w.playMatch("hans", "ida")
	}
	seat("illustrated/beck", "hans", "ida", "jutta")
	w.playMatch("hans", "ida", "jutta")
	for _, line := range []string{"settings lang de", "settings quiet 22-7", "settings zone Lisbon", "settings calls now", "settings confirm on", "away 5"} {
		w.mustSay("hans", line)
	}
	w.mustSay("ida", "settings ranking hidden")
	seat("bamberger 2", "karl", "lena")
	w.forget("lena")
	forty, loew := seat("strohmandeln/forty 1d", "ida", "jutta"), seat("illustrated/loew", "karl", "ida", "jutta")
	for range 8 {
		w.mustSay(w.anyMove(forty, "fake:ida", "fake:jutta"))
		w.mustSay(w.anyMove(loew, "fake:karl", "fake:ida", "fake:jutta"))
	}
	w.mustSay("hans", "practice bamberger tactical")
	w.chooseOne("hans")
}

func packStore(t *testing.T, from storage.Store, path string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "data")
	to, err := bolt.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range bot.Kinds() {
		must(t, to.Commit(t.Context(), documentsOf(t, from, kind)...))
	}
	must(t, to.Close())
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = zip.Write(data)
	}
	must(t, cmp.Or(err, zip.Close(), os.WriteFile(path, packed.Bytes(), 0o600)))
}

func documentsOf(t testing.TB, store storage.Store, kind string) (all []storage.Doc) {
	t.Helper()
	for doc, err := range store.Scan(t.Context(), kind, "", "") {
		if err != nil {
			t.Fatal(err)
		}
		doc.Version = 0
		all = append(all, doc)
	}
	return all
}
