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
)

var makeData = flag.Bool("make-data", false, "write testdata/versionN.db.gz, the data that a bot of this version leaves")

// TestMakeData makes a data file of this version, in which everything has happened
// that leaves a document. By the same program it is the same each time, but for what
// tables tell of messages that were on their way. Whoever changes how things are stored
// has the file of the version before, for it is made before the change:
//
//	go test ./bot -run 'TestMakeData$' -make-data
func TestMakeData(t *testing.T) {
	t.Parallel()
	store := memory.New()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, store, withOthers("telegram"), withRemovals(new(listed)), withoutHurry, func(w *world) {
			w.random = bottest.Chance(7)
		})
		liveOn(w)
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		for _, kind := range bot.Kinds() {
			if n := len(documentsOf(t, store, kind)); n == 0 && !slices.Contains([]string{"scope", "seen"}, kind) {
				t.Errorf("there is nothing of the kind %s", kind)
			}
		}
		checkUnreadable(t, store)
		if *makeData {
			var version int
			w.read("meta", "version", &version)
			packStore(t, store, filepath.Join("testdata", fmt.Sprintf("version%d.db.gz", version)))
		}
	})
}

// checkUnreadable wants the doctor to see a document that can't be read, of every kind (fault 39).
func checkUnreadable(t *testing.T, store storage.Store) {
	t.Helper()
	for _, kind := range bot.Kinds() {
		for whole, err := range store.Scan(t.Context(), kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			if len(whole.Data) == 0 { // its key tells all
				break
			}
			half := storage.Doc{Key: whole.Key, Version: whole.Version, Data: append(slices.Clone(whole.Data[:len(whole.Data)/2]), '#')}
			if err := store.Commit(t.Context(), half); err != nil {
				t.Fatal(err)
			}
			report, err := doctor.Examine(t.Context(), store, bot.Forms())
			tells := func(fault string) bool { return strings.Contains(fault, whole.Key.ID) }
			if !slices.ContainsFunc(report.Faults, tells) && !errors.Is(err, storage.ErrDamaged) { // of the data's version nothing else is looked at
				t.Errorf("%s %s can't be read, and the doctor finds %q, %v", kind, whole.Key.ID, report.Faults, err)
			}
			if err := store.Commit(t.Context(), storage.Doc{Key: whole.Key, Version: whole.Version + 1, Data: whole.Data}); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
}

// TestVersion7Data: testdata/version7.db.gz is what TestMakeData made when the version
// was 7. With it everybody goes on; who was there is told what is kept of them, and
// erased.
func TestVersion7Data(t *testing.T) {
	t.Parallel()
	list := new(listed)
	w := startWorld(t, unpacked(t, "version7.db.gz"), withOthers("telegram"), withRemovals(list), withoutHurry, func(w *world) {
		w.net.AcceptsForeignRefs = true
		w.ids.Store(1 << 20) // not those of then
	})
	w.others["telegram"].AcceptsForeignRefs = true
	drafts, playing := strings.Join(keys(w.documents("draft")), " "), 0
	for id, data := range w.documents("table") {
		var table stored
		if decode(t, data, &table); table.Stage == "playing" {
			var people []string
			for _, c := range table.Chairs {
				if c.User != "" {
					people = append(people, string(c.User))
				}
			}
			goesOn(w, id, strings.Contains(drafts, id), people...)
			playing++
		}
	}
	if playing != 6 {
		t.Errorf("%d tables go on", playing)
	}
	if export := string(w.mustSay(zerlinaThen, "export").File.Data); strings.Count(export, "zerlina") < 10 {
		t.Errorf("zerlina is told of herself\n%s", export)
	}
	if s := text(*w.mustSay("hans", "history").Screen); strings.Count(s, "ida") < 4 {
		t.Errorf("hans's history:\n%s", s)
	}
	ids := []string{w.personOf(zerlina), w.personOf(zerlinaThen)}
	w.forgets(zerlina)
	checkForgotten(w, ids...)
	w.mustSay("dora", "hand")
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	report, err := doctor.Examine(t.Context(), w.store, bot.Forms())
	if err != nil || len(report.Faults) > 0 || report.Deals < 9 || report.Version != report.Current {
		t.Errorf("%+v, %v", report, err)
	}
}

// withoutHurry lets everybody do much at once, at many tables.
func withoutHurry(w *world) {
	withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 100_000, InputsPerChat: 100_000})(w)
}

// liveOn lets everything happen that leaves something.
func liveOn(w *world) {
	w.t.Helper()
	leaveTraces(w)
	synctest.Wait()
	w.challenge() // of those that wait; the next one is another
	w.space = server
	joined := w.in("root", "")
	joined.What = chat.Joined
	w.input(joined)
	seat := func(rules, host string, guests ...string) string {
		synctest.Wait() // else a greeting or another message could follow the challenge
		return w.seat(rules, host, guests...)
	}
	for _, line := range []string{"config lang de", "config pace 3 days", "config rules loew"} {
		in := w.in("root", line)
		in.Admin = true
		w.input(in)
	}
	for _, terms := range []string{"bamberger 2 no clock", "strohmandeln/classic", "bamberger tactical contra 2"} {
		seat(terms, "hans", "ida")
		w.play("hans", "ida")
	}
	seat("illustrated/beck", "hans", "ida", "jutta")
	w.play("hans", "ida", "jutta")
	for _, line := range []string{"settings lang de", "settings quiet 22-7", "settings zone Lisbon", "settings calls now", "settings confirm on", "away 5"} {
		w.mustSay("hans", line)
	}
	w.mustSay("ida", "settings ranking hidden")
	seat("bamberger 2", "karl", "lena") // forgotten, and whom they have played
	w.forgets("lena")
	forty, loew := seat("strohmandeln/forty 1d", "ida", "jutta"), seat("illustrated/loew", "karl", "ida", "jutta")
	for range 8 {
		w.mustSay(w.anyMove(forty, "fake:ida", "fake:jutta"))
		w.mustSay(w.anyMove(loew, "fake:karl", "fake:ida", "fake:jutta"))
	}
	w.mustSay("hans", "practice bamberger tactical") // with a half-made choice
	w.chooseOne("hans")
}

// packStore writes all that is stored into a packed data file.
func packStore(t *testing.T, from storage.Store, path string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "data")
	to, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range bot.Kinds() {
		if err := to.Commit(t.Context(), documentsOf(t, from, kind)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = zip.Write(data)
	}
	if err := cmp.Or(err, zip.Close(), os.WriteFile(path, packed.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// documentsOf are the documents of the kind, as new ones.
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
