package bot_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/storagetest"
)

func openUnpacked(t testing.TB, name string) *bolt.Store {
	return openBolt(t, storagetest.Unpacked(t, filepath.Join("testdata", name)))
}

func openBolt(t testing.TB, path string) *bolt.Store {
	t.Helper()
	store, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

func dumpDocuments(t testing.TB, store storage.Store, exceptKinds ...string) string {
	t.Helper()
	var all strings.Builder
	for _, kind := range bot.Kinds() {
		if slices.Contains(exceptKinds, kind) {
			continue
		}
		for doc, err := range store.Scan(t.Context(), kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&all, kind, doc.Key.ID, doc.Version, string(doc.Data))
		}
	}
	return all.String()
}

func checkPlayable(w *world, id string, wantDraft bool, people ...string) {
	w.t.Helper()
	moved, chosen := false, false
	for _, u := range people {
		hand := *w.mustSay(u, "hand "+id).Screen
		chosen = chosen || hand.Choice != nil && slices.ContainsFunc(hand.Choice.Options,
			func(o chat.Option) bool { return o.Chosen && !o.Fixed })
		if m := offeredMove(hand); m != "" && !moved {
			w.mustSay(u, m)
			moved = true
		}
	}
	if !moved || chosen != wantDraft {
		w.t.Errorf("table %s: somebody can move: %v; a half-made choice: %v, want %v", id, moved, chosen, wantDraft)
	}
}

// startFirstEdition starts a bot over data that the first edition of the rules settled: Anna's two running matches and
// six finished ones, with resignations in each game and Löw's 40.
func startFirstEdition(t *testing.T) *world {
	t.Helper()
	return startWorld(t, openUnpacked(t, "firstedition.db.gz"), func(w *world) { w.net.AcceptsForeignRefs, w.began = true, 1_800_000_490 })
}

var (
	scoreLine   = regexp.MustCompile(`(?m)^In all: .*$`)
	scoreInLine = regexp.MustCompile(`[+−±]?\d+(?: ·|$)`)
)

func scoresIn(text string) (scores []int) {
	lines := scoreLine.FindAllString(text, -1)
	for _, n := range scoreInLine.FindAllString(append(lines, "")[max(0, len(lines)-1)], -1) {
		score, _ := strconv.Atoi(strings.NewReplacer("−", "-", "±", "", " ·", "").Replace(n)) // an unreadable score counts as 0
		scores = append(scores, score)
	}
	return scores
}

func TestOlderEditionKeepsScores(t *testing.T) {
	t.Parallel()
	w := startFirstEdition(t)
	records, err := engine.ParseRecords(w.mustSay("anna", "history export").File.Data)
	deals := w.finishedDeals()
	for _, code := range []string{"2ssttdu2-1", "2ssttdu2-2", "hwnmz7dq-1", "dbhswesg-1", "u7d287tc-1", "4c784uy8-2"} {
		if deal, err := games.Replay(deals[code]); err != nil || deal.Result().Matches(*deals[code].Result) {
			t.Errorf("%s has the same result in this edition, so it tests nothing: %v", code, err)
		}
	}
	for code, r := range deals {
		shown := text(*w.mustSay("dora", fmt.Sprintf("replay %s %d", code, len(r.Actions))).Screen)
		if got := scoresIn(shown); !slices.Equal(got, r.Result.Score) {
			t.Errorf("%s has the score %d, shown as %d:\n%s", code, r.Result.Score, got, shown)
		}
		deal, err := games.ReplayWithResult(r)
		if err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]*engine.Result{"result": deal.Result(), "table": deal.PublicView().Result, "copy": deal.Clone().View(0).Result} {
			if !got.Matches(*r.Result) {
				t.Errorf("%s has the result %+v, its %s has %+v", code, r.Result, what, got)
			}
		}
	}
	for _, r := range records {
		edition := r.Edition
		r.Edition = 0
		if edition != engine.FirstEdition || !slices.ContainsFunc(slices.Collect(maps.Values(deals)), func(x engine.Record) bool { return reflect.DeepEqual(x, r) }) {
			t.Errorf("the export has an unknown deal, or one of edition %d: %+v", edition, r.Result)
		}
	}
	if err != nil || len(records) == 0 || len(deals) != 20 {
		t.Errorf("%d deals are stored and %d exported: %v", len(deals), len(records), err)
	}
	must(t, w.end())
	w.audit()
	report, err := doctor.Examine(t.Context(), w.store, bot.FormChecks())
	if err != nil || len(report.Faults) > 0 || report.Older != len(deals) {
		t.Errorf("Examine: %v; %d deals settled by older rules, want %d; faults %q", err, report.Older, len(deals), report.Faults)
	}
}
