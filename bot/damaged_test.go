package bot_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func TestFault39Documents(t *testing.T) {
	t.Parallel()
	whole := memory.New()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, whole, withOthers("telegram"), withForgottenList(new(memoryForgottenList)), withHighLimits)
		fillEveryKind(w)
		must(t, w.end())
	})
	for _, kind := range bot.Kinds() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			store := copyDamaged(t, whole, kind)
			synctest.Test(t, func(t *testing.T) {
				if slices.Contains([]string{"clock", "link", "meta", "person", "removed"}, kind) {
					expectStartFails(t, store, kind)
					return
				}
				w := startWorld(t, store, withOthers("telegram"), withForgottenList(new(memoryForgottenList)), withHighLimits, withTickingClock)
				expectRunsWithout(w, kind)
			})
		})
	}
}

// copyDamaged copies the store and makes all documents of the kind unreadable.
func copyDamaged(t *testing.T, whole storage.Store, kind string) storage.Store {
	t.Helper()
	store := memory.New()
	for _, k := range bot.Kinds() {
		docs := documentsOf(t, whole, k)
		for i := range docs {
			if k == kind && len(docs[i].Data) > 0 {
				docs[i].Data = []byte(`[{"#`)
			}
		}
		for chunk := range slices.Chunk(docs, 100) {
			must(t, store.Commit(t.Context(), chunk...))
		}
	}
	return store
}

func expectStartFails(t *testing.T, store storage.Store, kind string) {
	t.Helper()
	before := dumpDocuments(t, store)
	running := bottest.Start(t.Context(), t, bot.Config{Store: store, ForgottenList: new(memoryForgottenList)}, func(*bot.Bot) chat.Platform { return bottest.New("fake") })
	<-running.Done
	if err := running.End(); !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), ": "+kind+" ") {
		t.Errorf("the bot ends with %v, want ErrDamaged for %s", err, kind)
	}
	if dumpDocuments(t, store) != before && kind == "meta" {
		t.Error("data of an unknown version were changed")
	}
}

func expectRunsWithout(w *world, kind string) {
	w.t.Helper()
	w.space = server
	refused := 0
	for _, who := range []string{"hans", "ida", "somebody"} {
		for _, line := range []string{"hand", "history", "leaderboard", "settings", "challenge @jutta bamberger", "export"} {
			if slices.Contains([]string{inEnglish("refuse.damaged"), w.bot.Services().Language.Words.In("de").Say("refuse.damaged")}, w.says(who, line).Alert) {
				refused++
			}
		}
	}
	<-time.After(2 * time.Hour)
	synctest.Wait()
	if logged := strings.Count(w.log.String(), `msg="input refused because it needs damaged data"`); logged != refused {
		w.t.Errorf("%d inputs were refused, but the log has %d", refused, logged)
	}
	if needed := slices.Contains([]string{"band", "history", "identity", "rival", "space", "standing", "style", "table"}, kind); needed != (refused > 0) {
		w.t.Errorf("%d inputs were refused; some should be: %v", refused, needed)
	}
	if err := w.end(); err != nil {
		w.t.Errorf("the bot ended with %v", err)
	}
}

func TestFault39Erasure(t *testing.T) {
	t.Parallel()
	below := memory.New()
	note := storage.Key{Kind: documents.KindNote, ID: "fake/another"}
	must(t, below.Commit(t.Context(), storage.Doc{Key: note, Data: []byte("{}")}))
	w := startWorld(t, storagetest.Damaged{Store: below, Key: note})
	w.mustSay("zerlina", "help")
	if w.mustSay("zerlina", "export").File == nil {
		t.Error("the export has no file")
	}
	w.mustSay("zerlina", "forget yes")
	awaitForgotten(w)
	if !strings.Contains(w.log.String(), `msg="damaged document skipped"`) {
		t.Error("the log doesn't mention the damaged document")
	}
}

func TestFault39LessonOffer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "help")
	anna, _, err := w.bot.Services().People.LookupLinked(w.ctx, user("anna"))
	if err != nil {
		t.Fatal(err)
	}
	must(t, w.bot.Documents().Put(w.ctx, "history", string(anna.ID)+"|"+match.HistoryEntry{Table: "c", Ended: w.time()}.Cursor(), 0, 7))
	if a := w.mustSay("anna", "challenge bamberger"); strings.Contains(a.Alert, inEnglish("learn.offer")) {
		t.Errorf("the answer is %q", a.Alert)
	}
	if !strings.Contains(w.log.String(), `msg="lessons not offered"`) {
		t.Error("the log doesn't mention the damaged document")
	}
}
